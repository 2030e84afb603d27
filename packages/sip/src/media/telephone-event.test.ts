import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPress, KeyReceiver, parseEvent, writeEvent } from './telephone-event.ts'

const KEYS = Array.from('0123456789*#ABCD')
const press = (key: string, holdMs = 100) => {
  const packets = keyPress(key, { holdMs })
  if (!packets) throw new Error('no key')
  return packets.map((packet) => packet.payload)
}
const hear = (receiver: KeyReceiver, payloads: readonly Uint8Array[], timestamp: number) =>
  payloads.map((payload) => receiver.receive(payload, timestamp)).join('')

interface Sent {
  readonly payload: Uint8Array
  readonly timestamp: number
  readonly end: boolean
  readonly first: boolean
}
const hearAll = (sent: readonly Sent[], receiver = new KeyReceiver()) =>
  sent.map(({ payload, timestamp }) => receiver.receive(payload, timestamp)).join('')

interface Manner {
  readonly holdMs?: number
  /** From the last packet of one press to the first of the next. */
  readonly gapMs?: number
  /** What the first packet of a press says of its duration. */
  readonly from?: number
  /** Whether the ends say a longer duration each. */
  readonly endsGrow?: boolean
}
const TICK = 160
const START = 0xffff_f800

/** The keys as a broken phone sends them: a packet every 20 ms, each under the timestamp of its own moment. */
function brokenPhone(keys: string, { holdMs = 100, gapMs = 60, from = TICK, endsGrow = true }: Manner = {}) {
  const updates = holdMs / 20
  const perPress = (updates + 2) * TICK + gapMs * 8
  return Array.from(keys).flatMap((key, press) =>
    Array.from({ length: updates + 3 }, (_, at): Sent => {
      const end = at >= updates
      const duration = from + TICK * (end && !endsGrow ? updates : at)
      const payload = writeEvent({ event: KEYS.indexOf(key), end, volume: 10, duration })
      return { payload, timestamp: (START + press * perPress + at * TICK) >>> 0, end, first: at === 0 }
    }),
  )
}

/** The same keys as the RFC has them: all packets of a press under the timestamp of its start. */
const properPhone = (keys: string, { holdMs = 100, gapMs = 60 }: Manner = {}) =>
  Array.from(keys).flatMap((key, at) =>
    press(key, holdMs).map((payload, index): Sent => {
      const timestamp = (START + at * (holdMs + gapMs) * 8) >>> 0
      return { payload, timestamp, end: parseEvent(payload)?.end ?? false, first: index === 0 }
    }),
  )

describe('a key press', () => {
  it('begins at once, is told every 50 ms and ends three times', () => {
    const packets = keyPress('5', { holdMs: 120 }) ?? []
    expect(
      packets.map(({ afterMs, marker, payload }) => [
        afterMs,
        marker,
        parseEvent(payload)?.end,
        parseEvent(payload)?.duration,
      ]),
    ).toEqual([
      [0, true, false, 160],
      [50, false, false, 400],
      [100, false, false, 800],
      [120, false, true, 960],
      [170, false, true, 960],
      [220, false, true, 960],
    ])
  })

  it('never says a duration of nothing, nor one that does not fit, nor one that shrinks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), fc.integer({ min: 0, max: 20_000 }), (key, holdMs) => {
        const durations = press(key, holdMs).map((payload) => parseEvent(payload)?.duration ?? 0)
        expect(durations[0]).toBeGreaterThan(0)
        expect(durations).toEqual(durations.toSorted((a, b) => a - b))
        expect(durations.slice(-3).every((one) => one === durations.at(-1))).toBe(true)
      }),
    )
  })

  it('is none for what is no key', () => {
    expect(keyPress('x', { holdMs: 100 })).toBeNull()
    expect(keyPress('', { holdMs: 100 })).toBeNull()
    expect(keyPress('12', { holdMs: 100 })).toBeNull()
  })
})

describe('a key heard', () => {
  it('counts once, whichever of its packets are lost or doubled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYS),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
        (key, order) => {
          const packets = press(key)
          const heard = order.flatMap((at) => packets[at % packets.length] ?? [])
          expect(hear(new KeyReceiver(), heard, 1_000)).toBe(key)
        },
      ),
    )
  })

  it('counts again when it is pressed again', () => {
    const receiver = new KeyReceiver()
    expect(hear(receiver, press('1'), 0xffff_ff00) + hear(receiver, press('1'), 500)).toBe('11')
  })

  it('is not told anew by an end that comes after the next key began', () => {
    const receiver = new KeyReceiver()
    const one = press('1')
    const told = hear(receiver, one.slice(0, 3), 1_000) + hear(receiver, press('2').slice(0, 1), 3_000)
    expect(told + hear(receiver, one.slice(3), 1_000) + hear(receiver, press('2'), 3_000)).toBe('12')
  })

  it('is one key however long it is held', () => {
    const receiver = new KeyReceiver()
    const held = (duration: number) => writeEvent({ event: 1, end: false, volume: 10, duration })
    expect(receiver.receive(held(0xffff), 1_000)).toBe('1')
    expect(receiver.receive(held(160), 1_000 + 0xffff)).toBe('')
    expect(receiver.receive(held(0xffff), 1_000 + 0xffff)).toBe('')
    expect(receiver.receive(held(160), 1_000 + 2 * 0xffff)).toBe('')
  })

  it('is none for hook flashes, other events and fragments', () => {
    const receiver = new KeyReceiver()
    expect(receiver.receive(writeEvent({ event: 16, end: false, volume: 10, duration: 160 }), 1)).toBe('')
    expect(receiver.receive(Uint8Array.of(1, 10, 0), 2)).toBe('')
  })

  it('is one of several in a packet, each beginning where the last ended, and counts once', () => {
    const receiver = new KeyReceiver()
    const event = (key: number, end: boolean, duration: number) =>
      writeEvent({ event: key, end, volume: 10, duration })
    const packet = Uint8Array.from([...event(1, true, 400), ...event(1, true, 400), ...event(2, false, 160)])
    expect(receiver.receive(packet, 0xffff_ff00)).toBe('112')
    expect(receiver.receive(packet, 0xffff_ff00)).toBe('')
    // The last goes on by itself.
    expect(receiver.receive(event(2, true, 800), (0xffff_ff00 + 800) >>> 0)).toBe('')
    expect(receiver.receive(event(2, true, 800), 5_000)).toBe('2')
  })

  it('is no more than anybody can press at once, whatever a packet says', () => {
    const flood = Uint8Array.from({ length: 1_400 }, (_, at) => (at % 4 === 3 ? 1 : 0))
    expect(new KeyReceiver().receive(flood, 1)).toHaveLength(16)
  })
})

describe('the time a guest dials on a phone that puts each packet under a timestamp of its own', () => {
  const TIMES = ['0715', '0000', '1111#']

  it.each(
    TIMES.flatMap(
      (keys) =>
        [
          [keys, 'in the usual way', {}],
          [keys, 'with durations from zero', { from: 0 }],
          [keys, 'with ends that are all of one duration', { endsGrow: false }],
          [keys, 'with both', { from: 0, endsGrow: false }],
          [keys, 'in haste', { holdMs: 60, gapMs: 20 }],
          [keys, 'with long presses in quick succession', { holdMs: 1_000, gapMs: 20 }],
          [keys, 'slowly', { holdMs: 200, gapMs: 900 }],
        ] as const,
    ),
  )('is %s, %s', (keys, _, manner) => {
    expect(hearAll(brokenPhone(keys, manner))).toBe(keys)
  })

  it.each(TIMES)('is %s although all the ends were lost', (keys) => {
    expect(hearAll(brokenPhone(keys).filter(({ end }) => !end))).toBe(keys)
    expect(hearAll(brokenPhone(keys, { from: 0, gapMs: 20 }).filter(({ end }) => !end))).toBe(keys)
  })

  it.each(TIMES)('is %s although all but the ends were lost', (keys) => {
    expect(hearAll(brokenPhone(keys).filter(({ end }) => end))).toBe(keys)
  })

  it.each(TIMES)('is %s although packets have overtaken each other', (keys) => {
    const sent = brokenPhone(keys)
    const mixed = sent.flatMap((one, at) =>
      at % 8 === 3 ? [sent[at + 1] ?? one, one] : at % 8 === 4 ? [] : one,
    )
    expect(mixed).toHaveLength(sent.length)
    expect(hearAll(mixed)).toBe(keys)
  })
})

describe.each([
  ['proper', properPhone],
  ['broken', brokenPhone],
])('what is dialled on a %s phone', (_, phone) => {
  it('is heard key by key, whatever is lost of a press once it has begun', () => {
    const manner = fc.record({
      holdMs: fc.integer({ min: 3, max: 30 }).map((ticks) => ticks * 20),
      gapMs: fc.integer({ min: 1, max: 1_000 }),
      from: fc.constantFrom(0, TICK),
    })
    const dialled = fc.array(fc.constantFrom('0', '0', '0', '1'), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(dialled, manner, fc.infiniteStream(fc.boolean()), (keys, how, losses) => {
        const sent = phone(keys.join(''), how).filter(({ first }) => first || losses.next().value !== true)
        expect(hearAll(sent)).toBe(keys.join(''))
      }),
    )
  })
})

describe('the same key twice', () => {
  const packet = (timestamp: number, duration: number, end = false, event = 1): Sent => ({
    payload: writeEvent({ event, end, volume: 10, duration }),
    timestamp,
    end,
    first: false,
  })

  it.each<[string, readonly Sent[], string]>([
    ['with their ends, the second where the first ended', [packet(0, 800, true), packet(800, 160)], '11'],
    ['after all ends of the first were lost', [packet(0, 160), packet(0, 800), packet(1_200, 160)], '11'],
    [
      'the second of which is heard late',
      [packet(0, 160), packet(0, 800, true), packet(900, 960), packet(900, 960, true)],
      '11',
    ],
    [
      'on a phone that says one duration for all',
      [packet(0, 400), packet(160, 400, true), packet(320, 400), packet(480, 400, true)],
      '11',
    ],
    ['of which only ends are heard', [packet(0, 800, true), packet(1_200, 800, true)], '11'],
    [
      'on a phone whose timestamps rest during a press',
      [packet(0, 160), packet(0, 800, true), packet(640, 160), packet(640, 800, true)],
      '11',
    ],
    ['with another between', [packet(0, 800, true), packet(900, 800, true, 2), packet(1_000, 160)], '121'],
    [
      'is once, when its timestamp lies within the first',
      [packet(0, 800, true), packet(640, 800, true)],
      '1',
    ],
    ['is once, when it has lasted since the first', [packet(0, 160), packet(480, 480)], '1'],
  ])('%s', (_, sent, keys) => {
    expect(hearAll(sent)).toBe(keys)
  })
})
