import { describe, expect, it } from 'vitest'
import { after, done, FAILED, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { housekeepingMenu, type HousekeepingResult } from './housekeeping-menu.ts'
import type { MenuEvent } from './menu.ts'
import { afterSignIn, type SignInResult } from './sign-in.ts'

type Event = MenuEvent<HousekeepingResult | SignInResult>

const menu = (...events: readonly Event[]) => after(afterSignIn(housekeepingMenu('101')), ...events)
const judged = (kind: SignInResult['kind']) => [...keys('12#4711#'), done({ kind })]

describe('who works here says so first', () => {
  it('by number and PIN, both asked for before either is judged', () => {
    expect(said(menu())).toBe('enter-number')
    expect(said(menu(...keys('12#')))).toBe('enter-pin')
    expect(menu(...keys('12#4711#'))).toMatchObject({ deed: { kind: 'sign in', number: '12', pin: '4711' } })
  })

  it('and the PIN is not kept once it is judged', () => {
    expect(JSON.stringify(menu(...keys('12#4711#')).state)).not.toContain('4711')
  })

  it('and then the menu begins, and goes its own way', () => {
    expect(said(menu(...judged('signed in')))).toBe('enter-status')
    expect(menu(...judged('signed in'), ...keys('1#'))).toMatchObject({ deed: { room: '101', code: '1' } })
    const set = done({ kind: 'status set', code: '1', condition: 'clean' } as const)
    expect(said(menu(...judged('signed in'), ...keys('1#'), set))).toBe('status-is clean next-room-one')
  })

  it('has three tries, and is not told which of the two was wrong', () => {
    expect(said(menu(...judged('wrong')))).toBe('wrong-pin enter-number')
    expect(menu(...judged('wrong'), ...judged('wrong'), ...judged('wrong'))).toMatchObject({ isOver: true })
    expect(menu(...judged('locked'))).toMatchObject({ isOver: true })
    expect(said(menu(...judged('locked')))).toBe('wrong-pin good-bye')
    expect(said(menu(...judged('not allowed')))).toBe('not-allowed good-bye')
  })

  it('and is let go after three silences, or when nobody can be looked up', () => {
    expect(menu(SILENCE, SILENCE, SILENCE)).toMatchObject({ isOver: true })
    expect(said(menu(...keys('12#4711#'), FAILED))).toBe('not-possible-now call-the-desk')
  })
})
