import { describe, expect, it } from 'vitest'
import { alarmChange, type HouseEvent } from '../hotel/house-event.ts'
import { handClock } from '../../testing/hand-clock.ts'
import { Feed } from './feed.ts'

interface Thing {
  readonly id: string
  readonly text: string
}

const event = (kind: string, alarm: string): HouseEvent => ({
  kind,
  at: '',
  room: '',
  actor: '',
  wakeup: null,
  call: null,
  detail: { alarm },
})

function openFeed(server: Map<string, Thing>) {
  const clock = handClock(0)
  const asked: string[] = []
  let release: () => void = () => {}
  let held: Promise<void> = Promise.resolve()
  let isLost = false
  const feed = new Feed<Thing>({
    clock,
    keyOf: ({ id }) => id,
    change: alarmChange,
    async readAll() {
      asked.push('all')
      if (isLost) {
        isLost = false
        throw new Error('unreachable')
      }
      const [all, seal] = [[...server.values()], server.size]
      await held
      return { records: all, seal }
    },
    async readSome(ids) {
      asked.push(ids.join(' '))
      const some = ids.flatMap((id) => server.get(id) ?? [])
      await held
      return some
    },
  })
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve
    })
  }
  const lose = () => {
    isLost = true
  }
  const settle = async () => {
    release()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    clock.advance(0)
  }
  const shown = () => feed.store.keys().map((key) => feed.store.get(key)?.text)
  return { feed, clock, asked, hold, lose, settle, shown }
}

const thing = (id: string, text = id): [string, Thing] => [id, { id, text }]

describe('what a page follows', () => {
  it('is read whole, and then by events', async () => {
    const server = new Map([thing('1')])
    const { feed, clock, settle, shown, asked } = openFeed(server)
    await feed.readAll()
    server.set(...thing('2'))
    feed.hear(event('alarm.raised', '2'))
    clock.advance(50)
    await settle()
    expect([shown(), asked]).toEqual([
      ['1', '2'],
      ['all', '2'],
    ])
  })

  it('that is read again and says the same is the record that is shown', async () => {
    const server = new Map([thing('1'), thing('2')])
    const { feed, clock, settle } = openFeed(server)
    await feed.readAll()
    const before = feed.store.get('1')
    for (const id of ['1', '2']) server.set(...thing(id, id === '2' ? 'other' : id))
    await feed.readAll()
    await settle()
    expect([feed.store.get('1') === before, feed.store.get('2')?.text]).toEqual([true, 'other'])
    server.set(...thing('1'))
    feed.hear(event('alarm.raised', '1'))
    clock.advance(50)
    await settle()
    expect(feed.store.get('1')).toBe(before)
  })

  it('is asked for once, however many events come together', async () => {
    const { feed, clock, settle, asked } = openFeed(new Map([thing('1'), thing('2')]))
    for (const id of ['1', '2', '1']) feed.hear(event('alarm.raised', id))
    clock.advance(50)
    await settle()
    expect(asked).toEqual(['1 2'])
  })

  it('loses no event that came while everything was read', async () => {
    const server = new Map([thing('1'), thing('2')])
    const { feed, hold, settle, shown } = openFeed(server)
    hold()
    const reading = feed.readAll()
    feed.hear(event('alarm.over', '1'))
    await settle()
    await reading
    await settle()
    expect(shown()).toEqual(['2'])
  })

  it('is read once more when it changes again while it is read', async () => {
    const server = new Map([thing('1', 'old')])
    const { feed, clock, hold, settle, shown } = openFeed(server)
    feed.hear(event('alarm.raised', '1'))
    hold()
    clock.advance(50)
    server.set(...thing('1', 'new'))
    feed.hear(event('alarm.raised', '1'))
    await settle()
    expect(shown()).toEqual(['new'])
  })

  it('goes when it was asked for and is not there any more', async () => {
    const server = new Map([thing('1'), thing('2')])
    const { feed, clock, settle, shown } = openFeed(server)
    await feed.readAll()
    server.delete('1')
    feed.hear(event('alarm.told', '1'))
    clock.advance(50)
    await settle()
    expect(shown()).toEqual(['2'])
  })

  it('does not bring back what has gone while it was asked for', async () => {
    const { feed, clock, hold, settle, shown } = openFeed(new Map([thing('1')]))
    feed.hear(event('alarm.raised', '1'))
    hold()
    clock.advance(50)
    feed.hear(event('alarm.over', '1'))
    await settle()
    expect(shown()).toEqual([])
  })

  it('shows the last of two readings of everything, whichever comes first', async () => {
    const server = new Map([thing('1', 'old')])
    const { feed, hold, settle, shown } = openFeed(server)
    hold()
    const older = feed.readAll()
    server.set(...thing('1', 'new'))
    const newer = feed.readAll()
    feed.hear(event('alarm.told', '1'))
    await settle()
    await Promise.all([older, newer])
    await settle()
    expect(shown()).toEqual(['new'])
  })

  it('is read once more where the server could not be reached', async () => {
    const server = new Map([thing('1')])
    const { feed, lose, settle, shown } = openFeed(server)
    lose()
    await feed.readAll().catch(() => {})
    expect(feed.isWhole).toBe(false)
    expect(await feed.check()).toBe(0)
    await settle()
    expect([shown(), feed.isWhole]).toEqual([['1'], true])
  })

  it('is healed where no event told what happened, and that is counted', async () => {
    const server = new Map([thing('1'), thing('2', 'old'), thing('3')])
    const { feed, clock, settle, shown } = openFeed(server)
    const check = async () => {
      const wrong = feed.check()
      await settle()
      clock.advance(2_000)
      return wrong
    }
    await feed.readAll()
    await settle()
    expect(await check()).toBe(0)
    server.delete('1')
    server.set(...thing('2', 'new'))
    server.set(...thing('4'))
    expect(await check()).toBe(3)
    await settle()
    expect(shown()).toEqual(['new', '3', '4'])
  })

  it('is not compared while anything is on its way', async () => {
    const server = new Map([thing('1', 'old')])
    const { feed, asked } = openFeed(server)
    await feed.readAll()
    server.set(...thing('1', 'new'))
    feed.hear(event('alarm.told', '1'))
    expect([await feed.check(), asked]).toEqual([0, ['all']])
  })

  it('is read once for a rush of what can wait, when it is over', () => {
    const asked: number[] = []
    const clock = handClock(0)
    const feed = new Feed<Thing>({
      clock,
      keyOf: ({ id }) => id,
      change: ({ detail }) => ({ deed: 'read', id: String(detail['alarm']), isLater: true }),
      readAll: () => Promise.resolve({ records: [], seal: 0 }),
      readSome: (ids) => {
        asked.push(ids.length)
        return Promise.resolve([])
      },
    })
    for (let at = 0; at < 180; at++) {
      feed.hear(event('wakeup.settled', String(at)))
      clock.advance(25)
    }
    expect(asked).toEqual([])
    clock.advance(10_000)
    expect(asked).toEqual([180])
  })

  it('keeps nothing of a house that was left, also where the answer comes later', async () => {
    const { feed, hold, settle, shown } = openFeed(new Map([thing('1')]))
    hold()
    const reading = feed.readAll()
    feed.forget()
    await settle()
    await reading
    await settle()
    expect(shown()).toEqual([])
  })
})
