import { useFormat } from '../texts/speech.ts'
import { Icon } from './icon.tsx'
import { useNowSince } from './now.ts'

interface AgeProps {
  readonly since: number
  /** From this age on it is bold and has a clock beside it. */
  readonly lateAfter?: number
}

/** How long ago; exactly when, for whoever points at it or listens. */
export function Age({ since, lateAfter = Number.POSITIVE_INFINITY }: AgeProps) {
  const format = useFormat()
  const now = useNowSince(since)
  const age = Math.max(0, now - since)
  const isLate = age >= lateAfter
  return (
    <time className={isLate ? 'late' : undefined} title={format.exact(since)}>
      {isLate ? <Icon name="clock" size="tiny" /> : null}
      {format.age(age)}
    </time>
  )
}
