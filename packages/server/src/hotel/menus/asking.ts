import { type PhraseName, phraseWord } from '../wakeups/announcement.ts'
import { entryAfter } from './entry.ts'
import { FIRST_KEY_MS, type MenuEvent, type MenuStep, NEXT_KEY_MS, TRIES } from './menu.ts'

/** Staff are asked one question after the other, each answered by digits and hash. */

/** `known`: what was answered before. */
export interface Asked<Question extends string, Known> {
  readonly at: 'asked'
  readonly question: Question
  readonly keys: string
  readonly tries: number
  readonly known: Known
}

export interface Over {
  readonly at: 'over'
}

interface Parts<Question extends string, Known, State, Deed> {
  readonly prompts: Readonly<Record<Question, PhraseName>>
  /** The digits that were dialled are all. */
  answered(asked: Asked<Question, Known>): MenuStep<State, Deed>
}

export function asking<Question extends string, Known, State, Deed>({
  prompts,
  answered,
}: Parts<Question, Known, State | Asked<Question, Known> | Over, Deed>) {
  type Step = MenuStep<State | Asked<Question, Known> | Over, Deed>
  type Now = Asked<Question, Known>

  const say = (state: Now, ...before: readonly PhraseName[]): Step => ({
    state,
    say: [...before, prompts[state.question]].map(phraseWord),
    listenMs: FIRST_KEY_MS,
  })

  /** Once more; the third time it is enough. */
  const again = (state: Now, ...why: readonly PhraseName[]): Step => {
    const tries = state.tries + 1
    return tries >= TRIES ? over('not-understood', 'good-bye') : say({ ...state, keys: '', tries }, ...why)
  }

  const pressed = (state: Now, key: string): Step => {
    const read = entryAfter(state.keys, key)
    switch (read.kind) {
      case 'more':
        return { state: { ...state, keys: read.keys }, say: [], listenMs: NEXT_KEY_MS }
      case 'whole':
        return answered(state)
      case 'taken back':
        return say({ ...state, keys: '' })
      case 'nothing':
        return again(state)
    }
  }

  return {
    again,
    ask: (question: Question, known: Known, ...before: readonly PhraseName[]): Step =>
      say({ at: 'asked', question, keys: '', tries: 0, known }, ...before),
    heard(state: Now, event: MenuEvent<unknown>): Step {
      if (event.kind === 'key') return pressed(state, event.key)
      if (event.kind !== 'silence') return { state }
      return state.keys === '' ? again(state) : answered(state)
    },
  }
}

export const over = (...phrases: readonly PhraseName[]): MenuStep<Over, never> => ({
  state: { at: 'over' },
  say: phrases.map(phraseWord),
  isOver: true,
})
