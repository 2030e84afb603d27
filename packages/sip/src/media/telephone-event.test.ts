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
    const held = writeEvent({ event: 1, end: false, volume: 10, duration: 0xffff })
    expect(receiver.receive(held, 1_000)).toBe('1')
    expect(receiver.receive(held, 1_000 + 0xffff)).toBe('')
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
