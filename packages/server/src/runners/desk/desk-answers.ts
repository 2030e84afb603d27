import { type Alarm, alarmOf, callOf } from '../../hotel/desk/alarm.ts'
import { type DeskAnswer, isAboutGuest } from '../../hotel/desk/desk-keys.ts'
import { afterKnown } from '../../hotel/desk/escalation.ts'
import type { EscalationStep } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AlarmNote } from '../../logbook/alarm-note.ts'
import type { Acknowledgement } from '../../logbook/end-alarm.ts'
import type { DeskBook } from './desk-book.ts'

export interface AnsweredAlarm {
  readonly alarm: Alarm
  readonly answer: DeskAnswer
}

/** The last word about each alarm, by its id. */
export type DeskAnswers = Map<string, AnsweredAlarm>

interface Parts {
  readonly book: DeskBook
  readonly clock: Clock
  readonly chain: readonly EscalationStep[]
  recall(calls: readonly string[]): void
  /** Whether a clock that has jumped is right, which shows this time. */
  clockIs(isRight: boolean, shows: string): void
}

type Told = NonNullable<AlarmNote<'alarm.acknowledged'>['detail']>

/** Writes what was said by key at a phone. `name`: who is there, or which phone it is. */
export async function writeAnswers(
  { book, clock, chain, recall, clockIs }: Parts,
  answers: DeskAnswers,
  name: string,
  told: Told,
): Promise<void> {
  const how = (text: string): Acknowledgement => ({ name, text: `${text} ${name}`, detail: told })
  const which = (isOne: (one: AnsweredAlarm) => boolean) =>
    [...answers.values()].filter(isOne).map(({ alarm }) => alarm)
  const reached = which(({ answer }) => answer === 'reached')
  const known = which(({ answer }) => answer === 'known')
  const guests = known.filter(isAboutGuest)
  const writeAboutClock = async (said: 'clock-right' | 'clock-wrong', words: string) => {
    const about = which(({ answer }) => answer === said)
    for (const alarm of about.filter(isJumped)) clockIs(said === 'clock-right', alarm.detail.shows)
    await book.acknowledged(about, how(words))
  }
  const next = (alarm: Alarm) => afterKnown(alarm, chain, clock.now())
  const goesOn = guests.filter((alarm) => next(alarm) !== null)
  await book.acknowledged(reached, { ...how('The guest was reached, says'), isReached: true })
  await book.acknowledged(
    known.filter((alarm) => !isAboutGuest(alarm)),
    how('Acknowledged at'),
  )
  await book.acknowledged(
    guests.filter((alarm) => next(alarm) === null),
    how('Known to everybody who is told, and the guest not said to be reached: last at'),
  )
  for (const isPassed of [false, true])
    await book.change(
      goesOn.filter((alarm) => isPassed === isPassedOn(alarm, next(alarm))),
      (alarm) => next(alarm) ?? alarm,
      { kind: 'alarm.known', text: knownWords(name, isPassed), detail: told },
    )
  recall(reached.map(callOf))
  await writeAboutClock('clock-right', 'The new time is right, says')
  await writeAboutClock('clock-wrong', 'The new time is wrong, says')
}

const isJumped = alarmOf('clock.jumped')

const isPassedOn = (alarm: Alarm, next: { readonly step: number } | null) =>
  next !== null && next.step > alarm.step

const knownWords = (name: string, isPassed: boolean) =>
  `Known at ${name}, and the guest not reached yet: ${isPassed ? 'the next of the chain are told' : 'asked again'} in 10 minutes`
