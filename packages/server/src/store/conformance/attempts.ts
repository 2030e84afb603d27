import { expect, test } from 'vitest'
import type { Answered } from '../../hotel/wakeups/call-result.ts'
import type { Attempt } from '../stores/attempt-store.ts'
import { attempt as attemptRecord, NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { plansOf } from './plans.ts'
import { LARGEST, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

/** Each in a room of its own: a room has one open attempt at most. */
const attempt = (of: Partial<Attempt> = {}): Attempt =>
  attemptRecord({ room: `of ${of.wakeup ?? 'w'} ${of.number ?? 1}`, ...of })

const insert = (hotel: Hotel, all: readonly Partial<Attempt>[]) =>
  hotel.write(({ attempts }) => attempts.insert(all.map(attempt)))

const ANSWERED: Answered = {
  kind: 'answered',
  heardMs: 4_000,
  keys: '12',
  hungUpBy: 'them',
  machineSigns: ['quick-answer'],
  status: 200,
  reason: WORLD_TEXT,
  cause: 16,
  forwarded: false,
}

export function testAttempts(hotel: Hotel) {
  testKeeping(hotel)
  testLengths(hotel)
  testCourse(hotel)
  testOpen(hotel)
  testPurge(hotel)
}

function testKeeping(hotel: Hotel) {
  test('an attempt is read as it was written', async () => {
    const full: Attempt = {
      tenant: WORLD_TEXT,
      wakeup: WORLD_TEXT,
      number: 2_000_000_000,
      call: ZEROS,
      room: ZEROS,
      claimer: WORLD_TEXT,
      line: WORLD_TEXT,
      startedAt: SMALLEST,
      handle: { callId: WORLD_TEXT, nested: [1, null, {}] },
      answeredAt: LARGEST,
      heardAt: LARGEST,
      keys: '*#0',
      endedAt: LARGEST,
      result: ANSWERED,
    }
    const bare = attempt({ line: '', handle: {}, startedAt: 0 })
    await insert(hotel, [full, bare])

    expect(await hotel.read.attempts.ofWakeup(WORLD_TEXT)).toEqual([full])
    expect(await hotel.read.attempts.ofWakeup('w')).toEqual([bare])
  })

  test('the attempts of a call are told in the order of their numbers, and only its own', async () => {
    await insert(hotel, [{ number: 10 }, { number: 2 }, { number: 1 }, { wakeup: 'W', number: 3 }])

    const told = await hotel.read.attempts.ofWakeup('w')
    expect(told.map(({ number }) => number)).toEqual([1, 2, 10])
    expect(await hotel.read.attempts.ofWakeup('none')).toEqual([])
    const ofMany = await hotel.read.attempts.ofWakeups(['w', 'none', 'W'])
    expect(ofMany.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 10])
    expect(await hotel.read.attempts.ofWakeups([])).toEqual([])
  })

  test('the attempts of several calls are read together', async () => {
    await insert(hotel, [
      { number: 1 },
      { number: 2 },
      { wakeup: 'W', number: 3 },
      { wakeup: 'x', number: 4 },
    ])

    const told = await hotel.read.attempts.ofWakeups(['w', 'W', 'none'])
    expect(told.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  })

  test('an attempt whose number is taken is refused, and what is there stays', async () => {
    await insert(hotel, [{ line: 'first' }])
    const second = insert(hotel, [{ number: 2 }, { line: 'second' }]).catch((reason: unknown) => reason)

    expect(hotel.dialect.isUniqueViolation(await second)).toBe(true)
    expect(await hotel.read.attempts.ofWakeup('w')).toEqual([attempt({ line: 'first' })])
  })

  test('none, or a thousand, are written at once', async () => {
    await insert(hotel, [])
    await insert(
      hotel,
      Array.from({ length: 1_000 }, (_, n) => ({ number: n })),
    )

    const all = await hotel.read.attempts.ofWakeup('w')
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, n) => n))
  })
}

function testLengths(hotel: Hotel) {
  const ended = (number: number, ms: number, result: Attempt['result']) => ({
    number,
    startedAt: NOON + number * 60_000,
    endedAt: NOON + number * 60_000 + ms,
    result,
  })

  test('the latest attempts that came to an end tell how long they took, and how they ended', async () => {
    const busy = {
      kind: 'busy',
      status: 486,
      reason: '',
      cause: null,
      forwarded: false,
      rang: false,
    } as const
    await insert(hotel, [
      ended(3, 12_000, ANSWERED),
      ended(1, 24_000, ANSWERED),
      ended(2, 300, busy),
      ended(4, 9_000, null),
      { number: 5 },
    ])

    const { attempts } = hotel.read
    expect(await attempts.latestLengths(3)).toEqual([
      { ms: 12_000, kind: 'answered' },
      { ms: 300, kind: 'busy' },
    ])
    expect(await attempts.latestLengths(10)).toHaveLength(3)
  })
}

function testCourse(hotel: Hotel) {
  const KEY = { tenant: '', wakeup: 'w', number: 2 }
  const others = [attempt(), attempt({ wakeup: 'W', number: 2 })]
  const one = attempt(KEY)
  /** What one step has made of the attempt, when its neighbours stayed as they were. */
  async function after(...steps: readonly ((store: Hotel['read']['attempts']) => Promise<void>)[]) {
    for (const step of steps) await hotel.write(({ attempts }) => step(attempts))
    const { attempts } = hotel.read
    expect([(await attempts.ofWakeup('w'))[0], ...(await attempts.ofWakeup('W'))]).toEqual(others)
    return (await attempts.ofWakeup('w'))[1]
  }

  test('an attempt is followed from the handle to the answer, the keys and the end', async () => {
    const [early, late] = [{ branch: 'z9hG4bK' }, { tag: 'b' }]
    await insert(hotel, [...others, { ...one, handle: early }])

    expect(await after()).toEqual({ ...one, handle: early })
    const up = { ...one, handle: late, answeredAt: NOON + 1 }
    expect(await after((store) => store.answered(KEY, late, NOON + 1))).toEqual(up)
    expect(await after((store) => store.pressed(KEY, '1'))).toEqual({ ...up, keys: '1' })
    const ended = { ...up, keys: '12', endedAt: NOON + 2, result: ANSWERED }
    expect(await after((store) => store.end(KEY, NOON + 2, ANSWERED))).toEqual(ended)
  })

  test('the open attempts of these calls were heard then, and no others', async () => {
    const rows = [one, attempt({ wakeup: 'v', endedAt: NOON }), attempt({ wakeup: 'W', number: 2 })]
    await insert(hotel, rows)
    await hotel.write(({ attempts }) => attempts.heard(['w', 'v'], NOON + 3))

    const told = async (wakeup: string) =>
      (await hotel.read.attempts.ofWakeup(wakeup)).map(({ heardAt }) => heardAt)
    expect([await told('w'), await told('v'), await told('W')]).toEqual([[NOON + 3], [null], [null]])
  })

  test('the attempts of these calls that nobody has ended have begun then', async () => {
    const ended = attempt({ number: 1, endedAt: NOON })
    await insert(hotel, [ended, one, attempt({ wakeup: 'W', number: 1 })])
    await hotel.write(({ attempts }) => attempts.begun(['w', 'none'], NOON + 7))

    expect(await hotel.read.attempts.ofWakeup('w')).toEqual([ended, { ...one, startedAt: NOON + 7 }])
    expect(await hotel.read.attempts.ofWakeup('W')).toEqual([attempt({ wakeup: 'W', number: 1 })])
  })

  test('an attempt that came to nothing is forgotten, and no other', async () => {
    await insert(hotel, [...others, one])

    expect(await after((store) => store.forget(KEY))).toBeUndefined()
  })

  test('an attempt that was cut off keeps the keys that were pressed', async () => {
    await insert(hotel, [...others, one])
    const cutOff = await after(
      (store) => store.pressed(KEY, '1'),
      (store) => store.end(KEY, NOON, null),
    )

    expect(cutOff).toEqual({ ...one, keys: '1', endedAt: NOON })
  })

  test('nothing is added to an attempt that has ended', async () => {
    await insert(hotel, [...others, one])
    const ended = await after((store) => store.end(KEY, NOON, null))
    const later = await after(
      (store) => store.answered(KEY, {}, NOON),
      (store) => store.pressed(KEY, '9'),
      (store) => store.end(KEY, NOON + 1, ANSWERED),
    )

    expect(later).toEqual(ended)
  })
}

function testOpen(hotel: Hotel) {
  test('the attempts that nobody has ended are found, the oldest first', async () => {
    await insert(hotel, [
      { wakeup: 'b', startedAt: 2 },
      { wakeup: 'c', startedAt: 1, answeredAt: 2 },
      { wakeup: 'a', startedAt: 2 },
      { wakeup: 'ended', startedAt: 1, endedAt: 2 },
    ])

    const open = await hotel.read.attempts.open()
    expect(open.map(({ wakeup }) => wakeup)).toEqual(['c', 'a', 'b'])
  })

  test('those that nobody has ended are found house by house', async () => {
    await insert(hotel, [{ wakeup: 'a' }, { wakeup: 'b', tenant: 'east' }, { wakeup: 'c', tenant: 'west' }])

    const open = await hotel.read.attempts.open(['west', ''])
    expect([open.map(({ wakeup }) => wakeup), await hotel.read.attempts.open([])]).toEqual([['a', 'c'], []])
  })

  test('a room has one attempt at most that nobody has ended', async () => {
    await insert(hotel, [
      { wakeup: 'a', room: '101', endedAt: NOON },
      { wakeup: 'b', room: '101' },
      { wakeup: 'c', room: '0101' },
      { wakeup: 'd', room: '101', tenant: 'east' },
    ])
    const second = insert(hotel, [{ wakeup: 'e', room: '101' }]).catch((reason: unknown) => reason)
    expect(hotel.dialect.isUniqueViolation(await second)).toBe(true)

    await hotel.write(({ attempts }) => attempts.end({ tenant: '', wakeup: 'b', number: 1 }, NOON, null))
    await insert(hotel, [{ wakeup: 'e', room: '101' }])
    expect((await hotel.read.attempts.open()).map(({ wakeup }) => wakeup)).toEqual(['c', 'd', 'e'])
  })

  test('possible are attempts in rooms where none is open', async () => {
    await insert(hotel, [
      { wakeup: 'a', room: '101' },
      { wakeup: 'b', room: '102', endedAt: NOON },
    ])
    const next = [
      attempt({ wakeup: 'c', room: '101' }),
      attempt({ wakeup: 'd', room: '102' }),
      attempt({ wakeup: 'e', room: '101', tenant: 'east' }),
    ]

    const possible = await hotel.read.attempts.possible(next)
    expect(possible.map(({ wakeup }) => wakeup)).toEqual(['d', 'e'])
  })

  test('what a process has left open for a call or in a room is forgotten, and nothing else', async () => {
    await insert(hotel, [
      { wakeup: 'same call', number: 3, room: '100' },
      { wakeup: 'same room', room: '101' },
      { wakeup: 'ended', room: '101', endedAt: NOON },
      { wakeup: 'elsewhere', room: '102' },
      { wakeup: 'another tenant', room: '101', tenant: 'east' },
      { wakeup: 'another process', room: '103', claimer: 'another' },
    ])
    const next = [{ wakeup: 'same call', room: '103' }, { room: '101' }].map(attempt)
    await hotel.write(({ attempts }) => attempts.forgetOpen(next))

    const left = (await hotel.read.attempts.open()).map(({ wakeup }) => wakeup)
    expect(left).toEqual(['another process', 'another tenant', 'elsewhere'])
    expect(await hotel.read.attempts.ofWakeup('ended')).toHaveLength(1)
  })

  test('they are found without a look at all that have ended', async () => {
    const plans = await plansOf(hotel, ({ attempts }) => attempts.open())

    expect(plans.join()).toContain('attempt_by_ended_at')
  })
}

function testPurge(hotel: Hotel) {
  const purge = (before: number, limit: number) =>
    hotel.write(({ attempts }) => attempts.purge(before, limit))
  const left = async () =>
    (await hotel.read.attempts.ofWakeup('w')).map(({ number, endedAt }) => [number, endedAt])

  test('old attempts are purged a few at a time; young and open ones stay', async () => {
    const old = Array.from({ length: 10 }, (_, number) => ({ number, endedAt: 1 }))
    await insert(hotel, [...old, { number: 10, endedAt: 2 }, { number: 11, startedAt: 0 }])
    const gone: number[] = []
    for (let n = 0; n < 4; n++) gone.push(await purge(2, 4))

    expect(gone).toEqual([4, 4, 2, 0])
    expect(await left()).toEqual([
      [10, 2],
      [11, null],
    ])
  })
}
