import type { Alarm } from '../desk/alarm.ts'
import { type DeskAnswer, deskAnswerTo, isAboutGuest } from '../desk/desk-keys.ts'
import { deskTelling } from '../desk/desk-words.ts'
import { COMES_BACK } from '../desk/escalation.ts'
import { askedAgainWords, notedWords, phraseWord, type Word } from '../wakeups/announcement.ts'
import { over, type Over } from './asking.ts'
import { FIRST_KEY_MS, type Menu, type MenuEvent, type MenuStep, READ_BACK_HEARD_MS, TRIES } from './menu.ts'

/** The desk hears the open alarms one by one, and says by the keys of a call to the desk what it knows of each. */

export type DeskDeed =
  /** `told`: what was heard in this call. */
  | { readonly kind: 'find alarm'; readonly told: readonly string[] }
  | { readonly kind: 'answer alarm'; readonly alarm: Alarm; readonly answer: DeskAnswer }

export type DeskResult =
  | { readonly kind: 'alarm'; readonly alarm: Alarm }
  | { readonly kind: 'no alarm' }
  | { readonly kind: 'noted'; readonly answer: DeskAnswer }
  /** Somebody else has said so before, or its cause has ended. */
  | { readonly kind: 'known before' }

interface Hearing {
  readonly alarm: Alarm
  readonly told: readonly string[]
  readonly silences: number
}

export type DeskState =
  /** `alarm`: what was answered; null while the next one is looked for. `before`: what is said before that. */
  | {
      readonly at: 'deed'
      readonly alarm: Alarm | null
      readonly told: readonly string[]
      readonly before: readonly Word[]
    }
  | ({ readonly at: 'alarm' } & Hearing)
  | Over

type Step = MenuStep<DeskState, DeskDeed>

const NEXT = '3'

export const deskMenu = (): Menu<DeskState, DeskDeed, DeskResult> => ({ begin: next([], []), step })

function step(state: DeskState, event: MenuEvent<DeskResult>): Step {
  switch (state.at) {
    case 'deed':
      if (event.kind === 'failed') return over('not-possible-now')
      return event.kind === 'done' ? done(state, event.result) : { state }
    case 'alarm':
      if (event.kind === 'key')
        return event.heardMs < READ_BACK_HEARD_MS ? { state } : pressed(state, event.key)
      return event.kind === 'silence' ? unanswered(state) : { state }
    case 'over':
      return { state }
  }
}

const next = (told: readonly string[], before: readonly Word[]): Step => ({
  state: { at: 'deed', alarm: null, told, before },
  say: [],
  deed: { kind: 'find alarm', told },
})

type Doing = Extract<DeskState, { at: 'deed' }>

function done({ alarm, told, before }: Doing, result: DeskResult): Step {
  switch (result.kind) {
    case 'alarm':
      return tell({ alarm: result.alarm, told: [...told, result.alarm.id], silences: 0 }, before)
    case 'no alarm':
      return nothingMore(told, before)
    case 'noted':
      return next(
        told,
        isAskedAgain(alarm, result.answer) ? askedAgainWords(COMES_BACK / 60_000) : notedWords(),
      )
    case 'known before':
      return next(told, [phraseWord('known-already')])
  }
}

const isAskedAgain = (alarm: Alarm | null, answer: DeskAnswer) =>
  alarm !== null && answer === 'known' && isAboutGuest(alarm)

function nothingMore(told: readonly string[], before: readonly Word[]): Step {
  const { say: words = [], ...end } = over(told.length === 0 ? 'no-alarms' : 'that-was-all', 'good-bye')
  return { ...end, say: [...before, ...words] }
}

const tell = (hearing: Hearing, before: readonly Word[] = []): Step => ({
  state: { at: 'alarm', ...hearing },
  say: [...before, ...deskTelling([hearing.alarm]).words, phraseWord('next-alarm-three')],
  listenMs: FIRST_KEY_MS,
})

function pressed({ alarm, told, ...state }: Extract<DeskState, { at: 'alarm' }>, key: string): Step {
  if (key === NEXT) return next(told, [])
  const answer = deskAnswerTo(key, alarm, true)
  if (answer === null) return { state: { ...state, alarm, told } }
  return {
    state: { at: 'deed', alarm, told, before: [] },
    say: [],
    deed: { kind: 'answer alarm', alarm, answer },
  }
}

const unanswered = ({ silences, ...hearing }: Extract<DeskState, { at: 'alarm' }>): Step =>
  silences + 1 >= TRIES ? over('good-bye') : tell({ ...hearing, silences: silences + 1 })
