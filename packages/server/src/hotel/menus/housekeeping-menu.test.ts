import { describe, expect, it } from 'vitest'
import { after, done, FAILED, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { housekeepingMenu, type HousekeepingResult } from './housekeeping-menu.ts'
import type { MenuEvent } from './menu.ts'

type Event = MenuEvent<HousekeepingResult>

const from = (room: string | null, ...events: readonly Event[]) => after(housekeepingMenu(room), ...events)

describe('housekeeping by phone', () => {
  it('knows the room by its phone, and asks for it anywhere else', () => {
    expect(said(from('101'))).toBe('enter-status')
    expect(said(from(null))).toBe('enter-room')
    expect(from(null, ...keys('102#'))).toMatchObject({ deed: { room: '102' } })
    const found = [...keys('102#'), done({ kind: 'found', room: '0102' } as const)]
    expect(from(null, ...found, ...keys('1#'))).toMatchObject({
      deed: { kind: 'set status', room: '0102', code: '1' },
    })
  })

  it('says what was set by its meaning, or by its code', () => {
    const set = (condition: string | null) =>
      said(from('101', ...keys('1#'), done({ kind: 'status set', code: '1', condition })))
    expect(set('clean')).toBe('status-is clean next-room-one')
    expect(set(null)).toBe('status-is code 1 next-room-one')
    expect(set('of our own')).toBe('status-is code 1 next-room-one')
  })

  it('goes on with another room, or ends', () => {
    const set = [...keys('1#'), done({ kind: 'status set', code: '1', condition: 'clean' } as const)]
    expect(said(from('101', ...set, ...keys('1')))).toBe('enter-room')
    expect(from('101', ...set, ...keys('7')).state.at).toBe('done')
    expect(from('101', ...set, SILENCE)).toMatchObject({ isOver: true })
  })

  it.each([
    ['no code', 'no-such-code enter-status'],
    ['no room', 'no-such-room enter-status'],
  ] as const)('asks again where there is %s', (kind, words) => {
    expect(said(from('101', ...keys('9#'), done({ kind })))).toBe(words)
  })

  it('takes silence for hash, star for a slip, and three silences for an end', () => {
    expect(from('101', ...keys('1'), SILENCE)).toMatchObject({ deed: { code: '1' } })
    expect(said(from('101', ...keys('7*')))).toBe('enter-status')
    expect(from('101', SILENCE, SILENCE, SILENCE)).toMatchObject({ isOver: true })
    expect(said(from('101', ...keys('1234567890123')))).toBe('enter-status')
  })

  it('says whom to call where nothing can be stored', () => {
    expect(said(from('101', ...keys('1#'), FAILED))).toBe('not-possible-now call-the-desk')
  })
})
