import type { PhraseName } from '../wakeups/announcement.ts'
import type { Alarm, AlarmKind } from './alarm.ts'

/** What somebody at the desk's phone says by a key. */
export type DeskAnswer = 'known' | 'reached' | 'clock-right' | 'clock-wrong'

/** What the desk is asked at the end of a call, and what its keys mean. Other keys mean nothing. */
interface DeskQuestion {
  readonly keys: Readonly<Record<string, DeskAnswer>>
  readonly words: readonly PhraseName[]
}

const GUEST: DeskQuestion = {
  keys: { '1': 'known', '2': 'reached' },
  words: ['press-one-if-known', 'press-two-if-reached'],
}
const HOUSE: DeskQuestion = { keys: { '1': 'known', '2': 'known' }, words: ['press-one-if-known'] }

const CLOCK: DeskQuestion = {
  keys: { '1': 'known', '5': 'clock-right', '6': 'clock-wrong' },
  words: ['clock-right', 'clock-wrong', 'press-one-if-known'],
}

/** Whatever is not here is trouble of the house. */
const QUESTIONS: Partial<Record<AlarmKind, DeskQuestion>> = {
  'wakeup.failed': GUEST,
  'wakeup.by-hand': GUEST,
  'property.refused': GUEST,
  'clock.jumped': CLOCK,
}

const questionOf = (kind: AlarmKind): DeskQuestion => QUESTIONS[kind] ?? HOUSE

/** It is not enough that the desk knows: somebody has to be reached. */
export const isAboutGuest = ({ kind }: Pick<Alarm, 'kind'>): boolean => questionOf(kind) === GUEST

/** Everything that is asked about these, each thing once. */
export const questionWords = (alarms: readonly Alarm[]): PhraseName[] => [
  ...new Set(alarms.flatMap(({ kind }) => questionOf(kind).words)),
]

/** What a key says of an alarm; null for nothing. Nobody has reached a guest whose room was not named to them. */
export function deskAnswerTo(key: string, { kind }: Alarm, isNamed: boolean): DeskAnswer | null {
  const answer = questionOf(kind).keys[key] ?? null
  return answer === 'reached' && !isNamed ? null : answer
}
