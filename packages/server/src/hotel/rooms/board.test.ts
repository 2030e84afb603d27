import { describe, expect, it } from 'vitest'
import { customRoom, guest, mailbox, NOON, roomStatus, statusType } from '../../../testing/records.ts'
import { type BoardFacts, boardOf } from './board.ts'
import { placeOf } from './room.ts'

const LANGUAGES = { language: 'en', spoken: ['en', 'de', 'fr'] }
const NOTHING: BoardFacts = {
  mailboxes: [],
  customRooms: [],
  guests: [],
  statuses: [],
  types: [],
  marks: [],
  calls: [],
}
const board = (facts: Partial<BoardFacts>) => boardOf({ ...NOTHING, ...facts }, LANGUAGES)

describe('the floor of a room', () => {
  it.each([
    ['101', '1'],
    ['1201', '12'],
    ['0201', '02'],
    ['42', ''],
    ['7', ''],
    ['E-700', ''],
    ['12A', ''],
    ['Garden suite', ''],
  ])('of %s is told by its number: "%s"', (number, floor) => {
    expect(placeOf(number, [undefined])).toEqual({ floor, section: '' })
  })

  it('is what is written, by whoever has written something', () => {
    const west = { floor: '', section: 'West' }
    expect(placeOf('101', [{ floor: 'Ground', section: '' }, west])).toEqual({
      floor: 'Ground',
      section: 'West',
    })
    expect(placeOf('101', [west, { floor: '0', section: 'East' }])).toEqual({ floor: '0', section: 'West' })
  })
})

describe('the board', () => {
  it('shows each room once, whichever lists it is on, by number and then tenant', () => {
    const rooms = board({
      mailboxes: [
        mailbox({ number: '2' }),
        mailbox({ number: '10' }),
        mailbox({ number: '10', tenant: 't' }),
      ],
      customRooms: [customRoom({ number: '2', section: 'West' }), customRoom()],
    })
    expect(rooms.map(({ tenant, number }) => number + tenant)).toEqual(['10', '10t', '2', 'SPA'])
    expect(rooms[2]).toMatchObject({ section: 'West', extension: '101' })
    expect(rooms[3]).toMatchObject({ name: '', extension: '', floor: '', status: null, next: null })
  })

  it('gives each room its own guests, status and calls, and nobody else’s of the same number', () => {
    const rooms = board({
      mailboxes: [mailbox(), mailbox({ tenant: 't' })],
      guests: [guest({ tenant: 't', vip: true, language: 'de' })],
      statuses: [roomStatus()],
      calls: [{ tenant: 't', room: '101', calls: 2, next: NOON }],
    })
    const vacant = { guests: [], vip: false, language: 'en', pending: 0, next: null }
    expect(rooms[0]).toMatchObject({ ...vacant, status: roomStatus() })
    expect(rooms[1]).toMatchObject({ vip: true, language: 'de', status: null, pending: 2, next: NOON })
    expect(rooms[1]?.guests).toHaveLength(1)
  })

  it('says what a status means today: by the type of the room’s tenant, else by the shared one', () => {
    const conditions = (types: readonly ReturnType<typeof statusType>[]) =>
      board({
        mailboxes: [mailbox(), mailbox({ tenant: 't' })],
        statuses: [roomStatus(), roomStatus({ tenant: 't' })],
        types,
      }).map(({ condition }) => condition)
    const shared = statusType({ condition: 'clean' })
    expect(conditions([shared, statusType({ tenant: 't', condition: 'dirty' })])).toEqual(['clean', 'dirty'])
    expect(conditions([shared])).toEqual(['clean', 'clean'])
    expect(conditions([])).toEqual([null, null])
  })
})
