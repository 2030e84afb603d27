import { type PhraseName, phraseWord } from '../wakeups/announcement.ts'
import { over, type Over } from './asking.ts'
import { FIRST_KEY_MS, type Menu, type MenuName, type MenuStep, TRIES } from './menu.ts'

/** One number for everything: a key chooses which menu goes on. */

export type MainState = { readonly at: 'choice'; readonly tries: number } | Over

type Step = MenuStep<MainState, never>

const CHOICES: Readonly<Record<string, MenuName>> = {
  '1': 'guest',
  '2': 'housekeeping',
  '3': 'minibar',
  '4': 'desk',
}
const SAID: readonly PhraseName[] = ['wakeup-one', 'status-two', 'minibar-three', 'alarms-four']

export const MAIN_MENU: Menu<MainState, never, never> = {
  begin: asked(0),
  step(state, event) {
    if (state.at === 'over') return { state }
    if (event.kind === 'key') return chosen(state.tries, CHOICES[event.key])
    return event.kind === 'silence' ? again(state.tries) : { state }
  },
}

function asked(tries: number, ...why: readonly PhraseName[]): Step {
  return { state: { at: 'choice', tries }, say: [...why, ...SAID].map(phraseWord), listenMs: FIRST_KEY_MS }
}

const chosen = (tries: number, menu: MenuName | undefined): Step =>
  menu ? { state: { at: 'over' }, say: [], goesTo: menu } : again(tries, 'not-understood')

const again = (tries: number, ...why: readonly PhraseName[]): Step =>
  tries + 1 >= TRIES ? over('call-the-desk', 'good-bye') : asked(tries + 1, ...why)
