import type { ReactNode } from 'react'
import type { MarkName, StateName } from '../look/icons.ts'
import { Mark } from './icon.tsx'

interface StateProps {
  readonly state: StateName
  readonly mark: MarkName
  readonly children: ReactNode
}

/** A state as shape and word. */
export const State = ({ state, mark, children }: StateProps) => (
  <span className={`state s-${state}`}>
    <Mark name={mark} />
    {children}
  </span>
)

/** A short remark that is odd enough to be seen. */
export const Tag = ({ state, children }: Pick<StateProps, 'state' | 'children'>) => (
  <span className={`tag s-${state}`}>{children}</span>
)
