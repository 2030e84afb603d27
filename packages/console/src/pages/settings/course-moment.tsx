import type { ReactNode } from 'react'
import type { MarkName, StateName } from '../../look/icons.ts'
import { Mark } from '../../parts/icon.tsx'

const ASKED_AT = 7 * 3_600

const two = (value: number) => String(value).padStart(2, '0')

/** 07:05, and 07:10:24 where seconds count. */
export function clockAt(after: number): string {
  const at = ASKED_AT + Math.floor(after)
  const text = `${two(Math.floor(at / 3_600) % 24)}:${two(Math.floor(at / 60) % 60)}`
  return at % 60 === 0 ? text : `${text}:${two(at % 60)}`
}

interface CourseMomentProps {
  /** Seconds after the time asked for. */
  readonly after: number
  readonly look: readonly [StateName, MarkName]
  readonly words: string
  readonly children?: ReactNode
}

/** One point on the line of time. */
export const CourseMoment = ({ after, look: [state, mark], words, children }: CourseMomentProps) => (
  <li className={`s-${state}`}>
    <time className="number">{clockAt(after)}</time>
    <Mark name={mark} />
    <span className="what">{words}</span>
    <span className="second small">{children}</span>
  </li>
)
