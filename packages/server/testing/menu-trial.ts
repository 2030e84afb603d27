import type { Menu, MenuEvent, MenuStep } from '../src/hotel/menus/menu.ts'
import type { Word } from '../src/hotel/wakeups/announcement.ts'

/** Keys one after the other, each after so much of what is said was heard. */
export const keys = (pressed: string, heardMs = 5_000) =>
  pressed.split('').map((key) => ({ kind: 'key', key, heardMs }) as const)
export const SILENCE = { kind: 'silence' } as const
export const FAILED = { kind: 'failed' } as const
export const done = <Result>(result: Result) => ({ kind: 'done', result }) as const

/** What a menu wants after all of this. */
export const after = <State, Deed, Result>(
  menu: Menu<State, Deed, Result>,
  ...events: readonly MenuEvent<Result>[]
): MenuStep<State, Deed> =>
  events.reduce<MenuStep<State, Deed>>((last, event) => menu.step(last.state, event), menu.begin)

/** What it says, in short. */
export const said = ({ say = [] }: Pick<MenuStep<unknown, unknown>, 'say'>): string =>
  say.map(worded).join(' ')

export function worded(word: Word): string {
  if ('phrase' in word) return word.phrase
  if ('time' in word) return `${word.time.hour}:${word.time.minute}`
  return 'digits' in word ? word.digits : '?'
}
