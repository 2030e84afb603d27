import { expect, it } from 'vitest'
import type { PropertyCall, Said } from '../../hotel/property/property.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, seconds, systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { PropertyLink } from '../../connectors/connector.ts'
import type { PropertyBook } from './property-book.ts'
import { PropertyAnnouncer } from './property-announcer.ts'
import { PropertyTeller } from './property-teller.ts'

const SENT: Said = { kind: 'sent' }
const call = (id: string, of: Partial<PropertyCall> = {}): PropertyCall => ({
  id,
  system: 'pms',
  tenant: '',
  room: '101',
  date: '261115',
  time: '070000',
  wakeup: `call ${id}`,
  askedAt: 0,
  state: 'due',
  word: 'complete',
  toldAt: null,
  announcedFor: null,
  ...of,
})

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => systemClock().soon(resolve))
}

/** A teller with a link that says what it is told to, and a book that can fail. */
function open(due: PropertyCall[], tell: () => Said = () => SENT) {
  const clock = manualClock(0)
  const seen = { said: 0, told: [] as string[], looks: [] as (readonly string[] | null)[] }
  const world = { isAlive: true, isAway: false, links: 1, next: Infinity }
  const mustBeThere = () => {
    if (world.isAway) throw new Error('The database is away')
  }
  const book: PropertyBook = {
    decide: async (wakeups) => {
      seen.looks.push(wakeups)
      return world.next
    },
    due: async () => due.filter(({ id }) => !seen.told.includes(id)),
    told: async ({ id }) => {
      mustBeThere()
      seen.told.push(id)
    },
    lost: async () => {},
  }
  const link: PropertyLink = {
    system: { name: 'pms', tenant: '' },
    standing: { isUp: true, isGivenUp: false, since: 0, why: '' },
    get isAlive() {
      return world.isAlive
    },
    tell: () => {
      const said = tell()
      if (said.kind === 'sent') seen.said++
      return said
    },
    announces: false,
    keyOf: ({ room }) => ({ room, date: '', time: '' }),
    announce: () => SENT,
    askForGuests: () => SENT,
  }
  const announcements = { handOver: async () => false, withdrawn: async () => {}, announced: async () => {} }
  const announcer = new PropertyAnnouncer({
    book: { unannounced: async () => [], ...announcements },
    clock,
    log: silentLog,
  })
  const links = () => Array.from({ length: world.links }, () => link)
  const teller = new PropertyTeller({ book, announcer, clock, log: silentLog, links })
  teller.start()
  return { teller, clock, seen, world }
}

it('says each word once, and writes that down', async () => {
  const { teller, seen } = open([call('a'), call('b'), call('c', { system: 'another' })])
  teller.linked()
  await settled()
  teller.linked()
  await settled()
  expect([seen.said, seen.told]).toEqual([2, ['a', 'b']])
})

it('does not say again what has left and could not be written down', async () => {
  const { teller, clock, seen, world } = open([call('a')])
  world.isAway = true
  teller.linked()
  await settled()
  expect([seen.said, seen.told]).toEqual([1, []])
  clock.advance(seconds(1))
  await settled()
  world.isAway = false
  clock.advance(seconds(1))
  await settled()
  expect([seen.said, seen.told]).toEqual([1, ['a']])
})

it('waits for the link, and keeps what could not be said', async () => {
  const fate: { said: Said } = { said: { kind: 'not linked', text: 'resync' } }
  const { teller, seen, world } = open([call('a')], () => fate.said)
  world.isAlive = false
  teller.linked()
  await settled()
  world.isAlive = true
  teller.linked()
  await settled()
  expect(seen.told).toEqual([])
  fate.said = SENT
  teller.linked()
  await settled()
  expect([seen.said, seen.told]).toEqual([1, ['a']])
})

it('is done with what can never be said', async () => {
  const { teller, seen } = open([call('a')], () => ({ kind: 'invalid', text: 'no such letter' }))
  teller.linked()
  await settled()
  expect([seen.said, seen.told]).toEqual([0, ['a']])
})

it('looks at the calls that something has happened to, and at all of them when a minute is over', async () => {
  const { teller, clock, seen } = open([])
  teller.linked()
  await settled()
  teller.happened([
    { kind: 'wakeup.settled', wakeup: 'x' },
    { kind: 'wakeup.dialled', wakeup: 'y' },
  ])
  await settled()
  teller.happened([{ kind: 'inventory.charged', wakeup: null }])
  await settled()
  clock.advance(minutes(1))
  await settled()
  expect(seen.looks).toEqual([null, ['x'], null])
})

it('looks again when the first that is kept back is ready', async () => {
  const { teller, clock, seen, world } = open([])
  world.next = seconds(20)
  teller.linked()
  await settled()
  clock.advance(seconds(19))
  await settled()
  expect(seen.looks).toHaveLength(1)
  clock.advance(seconds(1))
  await settled()
  expect(seen.looks).toHaveLength(2)
})

it('looks at all of them in time, however much happens to some', async () => {
  const { teller, clock, seen, world } = open([])
  world.next = seconds(20)
  teller.linked()
  await settled()
  world.next = Infinity
  for (let passed = 0; passed < 90; passed += 10) {
    clock.advance(seconds(10))
    await settled()
    teller.happened([{ kind: 'wakeup.settled', wakeup: 'x' }])
    await settled()
  }
  expect(seen.looks.filter((look) => look === null)).toHaveLength(3)
})

it('asks nothing of the database where there is no property system', async () => {
  const { teller, seen, world } = open([])
  world.links = 0
  teller.happened([{ kind: 'wakeup.settled', wakeup: 'x' }])
  await settled()
  expect(seen.looks).toEqual([])
})
