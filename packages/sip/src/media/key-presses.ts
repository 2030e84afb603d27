import type { PressOptions } from './media-types.ts'
import { type EventPacket, keyPress } from './telephone-event.ts'

const HOLD_MS = 100
const GAP_MS = 100

interface Press {
  readonly packets: readonly EventPacket[]
  readonly gapMs: number
  readonly onSent: () => void
}

/** A packet of a press that is due, with the timestamp of the press. */
export interface DueEvent extends EventPacket {
  readonly timestamp: number
}

/** Keys that wait to be pressed, one after the other. */
export class KeyPresses {
  #waiting: Press[] = []
  #current: { press: Press; sent: number; elapsedMs: number; timestamp: number } | null = null
  #restMs = 0

  /** What is no key is passed over. */
  add(keys: string, { holdMs = HOLD_MS, gapMs = GAP_MS }: PressOptions, onSent: () => void): void {
    const presses = Array.from(keys).flatMap((key) => {
      const packets = keyPress(key, { holdMs })
      return packets ? [{ packets, gapMs, onSent: () => {} }] : []
    })
    const last = presses.pop()
    if (last) this.#waiting.push(...presses, { ...last, onSent })
    else onSent()
  }

  /** The other side takes no keys: waiting callers resolve. */
  clear(): void {
    const left = [...(this.#current ? [this.#current.press] : []), ...this.#waiting]
    this.#waiting = []
    this.#current = null
    for (const press of left) press.onSent()
  }

  /** Time went by and nothing was sent. */
  skip(ms: number): void {
    if (this.#current) this.#current.elapsedMs += ms
    else this.#restMs -= ms
  }

  /** What is due at this step, perhaps nothing; null when no key is down and audio may be sent. */
  step(stepMs: number, timestamp: number): readonly DueEvent[] | null {
    const current = this.#current ?? this.#begin(stepMs, timestamp)
    if (!current) return null
    const { press } = current
    const due = press.packets.slice(current.sent).filter(({ afterMs }) => afterMs <= current.elapsedMs)
    current.sent += due.length
    current.elapsedMs += stepMs
    if (current.sent === press.packets.length) this.#end(press)
    return due.map((packet) => ({ ...packet, timestamp: current.timestamp }))
  }

  #begin(stepMs: number, timestamp: number) {
    if (this.#restMs > 0) {
      this.#restMs -= stepMs
      return null
    }
    const press = this.#waiting.shift()
    this.#current = press ? { press, sent: 0, elapsedMs: 0, timestamp } : null
    return this.#current
  }

  #end(press: Press): void {
    this.#current = null
    this.#restMs = press.gapMs
    press.onSent()
  }
}
