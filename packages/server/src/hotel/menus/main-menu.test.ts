import { expect, it } from 'vitest'
import { after, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { MAIN_MENU } from './main-menu.ts'

it.each([
  ['1', 'guest'],
  ['2', 'housekeeping'],
  ['3', 'minibar'],
  ['4', 'desk'],
] as const)('key %s leads on to the menu: %s', (key, menu) => {
  expect(after(MAIN_MENU, ...keys(key, 0))).toMatchObject({ goesTo: menu })
})

it('a key that leads nowhere and silence are asked again, and at last sent to the desk', () => {
  expect(said(after(MAIN_MENU))).toBe('wakeup-one status-two minibar-three alarms-four')
  expect(said(after(MAIN_MENU, ...keys('9')))).toMatch(/^not-understood wakeup-one/)
  expect(said(after(MAIN_MENU, SILENCE))).toMatch(/^wakeup-one/)
  expect(after(MAIN_MENU, SILENCE, ...keys('#'), SILENCE)).toMatchObject({ isOver: true })
})
