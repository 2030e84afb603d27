import { describe, expect, it } from 'vitest'
import { after, done, FAILED, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { minibarMenu, type MinibarResult } from './minibar-menu.ts'
import type { MenuEvent } from './menu.ts'

type Event = MenuEvent<MinibarResult>

const menu = (...events: readonly Event[]) => after(minibarMenu(null), ...events)
const IN_ROOM: readonly Event[] = [...keys('101#'), done({ kind: 'found room', room: '101' })]
const WITH_ITEM: readonly Event[] = [...IN_ROOM, ...keys('10#'), done({ kind: 'found item', item: '10' })]
const READ_BACK: readonly Event[] = [...WITH_ITEM, ...keys('2#')]

describe('the mini-bar by phone', () => {
  it('asks for room, item and quantity', () => {
    expect(said(menu())).toBe('enter-room')
    expect(said(menu(...IN_ROOM))).toBe('enter-item')
    expect(menu(...IN_ROOM, ...keys('10#'))).toMatchObject({ deed: { kind: 'find item', room: '101' } })
    expect(said(menu(...WITH_ITEM))).toBe('enter-quantity')
  })

  it('reads back what would be charged, and charges it with 1 alone', () => {
    expect(said(menu(...READ_BACK))).toBe('room 101 item 10 quantity 2 to-charge-one to-stop-star')
    expect(menu(...READ_BACK).deed).toBeUndefined()
    expect(menu(...READ_BACK, ...keys('1'))).toMatchObject({
      deed: { kind: 'charge', room: '101', item: '10', quantity: 2 },
    })
    expect(menu(...READ_BACK, ...keys('1', 400)).deed).toBeUndefined()
    expect(menu(...READ_BACK, ...keys('023456789#')).deed).toBeUndefined()
  })

  it('knows the room by its phone', () => {
    expect(said(after(minibarMenu('101')))).toBe('enter-item')
    const toQuantity = [...keys('10#'), done({ kind: 'found item', item: '10' } as const), ...keys('2#')]
    expect(said(after(minibarMenu('101'), ...toQuantity))).toBe(
      'room 101 item 10 quantity 2 to-charge-one to-stop-star',
    )
  })

  it('charges nothing for star and for silence, and claims nothing where it does not know', () => {
    expect(said(menu(...READ_BACK, ...keys('*')))).toBe('not-charged enter-item')
    expect(said(menu(...READ_BACK, SILENCE, SILENCE))).toBe('not-charged good-bye')
    expect(said(menu(...READ_BACK, ...keys('1'), FAILED))).toBe('not-possible-now call-the-desk')
  })

  it('goes on with another item, or another room', () => {
    const charged = [...READ_BACK, ...keys('1'), done({ kind: 'charged' } as const)]
    expect(said(menu(...charged))).toBe('charged next-item-one')
    expect(said(menu(...charged, ...keys('1')))).toBe('enter-item')
    expect(said(menu(...charged, ...keys('1*')))).toBe('enter-room')
    expect(menu(...charged, SILENCE)).toMatchObject({ isOver: true })
  })

  it('says how many can be charged, and asks again', () => {
    const result = done({ kind: 'over the most', most: 5 } as const)
    expect(said(menu(...READ_BACK, ...keys('1'), result))).toBe('at-most 5 enter-quantity')
    expect(said(menu(...WITH_ITEM, ...keys('0#')))).toBe('not-understood enter-quantity')
  })

  it.each([
    ['no room', 'no-such-room enter-item'],
    ['vacant', 'room-is-vacant enter-room'],
    ['no item', 'no-such-item enter-item'],
  ] as const)('asks again where there is: %s', (kind, words) => {
    expect(said(menu(...IN_ROOM, ...keys('9#'), done({ kind })))).toBe(words)
  })
})
