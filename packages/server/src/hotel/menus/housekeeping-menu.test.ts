import { describe, expect, it } from 'vitest'
import { after, done, FAILED, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { housekeepingMenu, type HousekeepingResult } from './housekeeping-menu.ts'
import type { MenuEvent } from './menu.ts'

type Event = MenuEvent<HousekeepingResult>

const SIGNED_IN: readonly Event[] = [...keys('12#4711#'), done({ kind: 'signed in' })]
const from = (room: string | null, ...events: readonly Event[]) => after(housekeepingMenu(room), ...events)

describe('housekeeping by phone', () => {
  it('asks for number and PIN before either is judged', () => {
    expect(said(from('101'))).toBe('enter-number')
    expect(said(from('101', ...keys('12#')))).toBe('enter-pin')
    expect(from('101', ...keys('12#4711#'))).toMatchObject({
      deed: { kind: 'sign in', number: '12', pin: '4711' },
    })
  })

  it('keeps no PIN, once it is judged', () => {
    expect(JSON.stringify(from('101', ...keys('12#4711#')).state)).not.toContain('4711')
  })

  it('knows the room by its phone, and asks for it anywhere else', () => {
    expect(said(from('101', ...SIGNED_IN))).toBe('enter-status')
    expect(said(from(null, ...SIGNED_IN))).toBe('enter-room')
    expect(from(null, ...SIGNED_IN, ...keys('102#'))).toMatchObject({ deed: { room: '102' } })
    const found = [...keys('102#'), done({ kind: 'found', room: '0102' } as const)]
    expect(from(null, ...SIGNED_IN, ...found, ...keys('1#'))).toMatchObject({
      deed: { kind: 'set status', room: '0102', code: '1' },
    })
  })

  it('says what was set by its meaning, or by its code', () => {
    const set = (condition: string | null) =>
      said(from('101', ...SIGNED_IN, ...keys('1#'), done({ kind: 'status set', code: '1', condition })))
    expect(set('clean')).toBe('status-is clean next-room-one')
    expect(set(null)).toBe('status-is code 1 next-room-one')
    expect(set('of our own')).toBe('status-is code 1 next-room-one')
  })

  it('goes on with another room, or ends', () => {
    const set = [
      ...SIGNED_IN,
      ...keys('1#'),
      done({ kind: 'status set', code: '1', condition: 'clean' } as const),
    ]
    expect(said(from('101', ...set, ...keys('1')))).toBe('enter-room')
    expect(from('101', ...set, ...keys('7')).state.at).toBe('done')
    expect(from('101', ...set, SILENCE)).toMatchObject({ isOver: true })
  })

  it('ends after three wrong PINs, and does not tell which of the two was wrong', () => {
    const wrong = [...keys('12#0000#'), done({ kind: 'wrong' } as const)]
    expect(said(from('101', ...wrong))).toBe('wrong-pin enter-number')
    expect(from('101', ...wrong, ...wrong, ...wrong)).toMatchObject({ isOver: true })
    expect(from('101', ...keys('12#0000#'), done({ kind: 'locked' }))).toMatchObject({ isOver: true })
  })

  it.each([
    ['no code', 'no-such-code enter-status'],
    ['no room', 'no-such-room enter-status'],
  ] as const)('asks again where there is %s', (kind, words) => {
    expect(said(from('101', ...SIGNED_IN, ...keys('9#'), done({ kind })))).toBe(words)
  })

  it('takes silence for hash, star for a slip, and three silences for an end', () => {
    expect(from('101', ...SIGNED_IN, ...keys('1'), SILENCE)).toMatchObject({ deed: { code: '1' } })
    expect(said(from('101', ...SIGNED_IN, ...keys('7*')))).toBe('enter-status')
    expect(from('101', SILENCE, SILENCE, SILENCE)).toMatchObject({ isOver: true })
    expect(said(from('101', ...keys('1234567890123')))).toBe('enter-number')
  })

  it('says whom to call where nothing can be stored', () => {
    expect(said(from('101', ...SIGNED_IN, ...keys('1#'), FAILED))).toBe('not-possible-now call-the-desk')
  })
})
