import type { SiteFile } from '@reveille/contract'
import { openPhones, type PhoneEvent, type Phones, type PhoneScript } from '@reveille/sip/testing'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import type { Instant } from '../src/kernel/clock.ts'
import { freePort, keepPort } from './kept-port.ts'
import type { Stage } from './stage.ts'

/** A room's phone that rings a moment, listens to one announcement and hangs up. */
export const LISTENS: PhoneScript = { does: 'answer', ringMs: 1_500, hangsUpAfterMs: 12_000 }
export const PRESSES = (keys: string): PhoneScript => ({ ...LISTENS, keys: [{ keys, afterMs: 5_000 }] })

/** What happened on a phone, and when. */
export interface Sighting {
  readonly number: string
  readonly at: Instant
  readonly what: PhoneEvent['kind'] | 'is rung'
  readonly event?: PhoneEvent
}

/** The hotel's exchange with a phone in every room, which do what a test says. */
export interface TestExchange {
  readonly phones: Phones
  readonly seen: readonly Sighting[]
  /** Calls that rang or were up together, at most. */
  readonly mostAtOnce: number
  /** What a room's phone does, call by call; the last goes for all that follow. */
  does(number: string, ...scripts: PhoneScript[]): void
  /** Says from now on that calls to this number are being forwarded (181), before the phone does what it does. */
  forwards(number: string): void
  /** When a number was rung; all of them, when none is named. */
  rings(number?: string): Instant[]
  /** The rooms in the order in which they were rung. */
  order(): string[]
  /** The telephony of a site with lines here, each for so many calls at once. */
  telephony(...calls: number[]): NonNullable<SiteFile['telephony']>
  /** Is gone from one moment to the next, with every call that rings or is up; another may open at its port. */
  dies(): Promise<void>
  close(): Promise<void>
}

export async function openTestExchange({ clock, media }: Stage, port = 0): Promise<TestExchange> {
  const scripts = new Map<string, PhoneScript[]>()
  const forwarded = new Set<string>()
  const seen: Sighting[] = []
  let mostAtOnce = 0
  await freePort(port)
  const note = (number: string, what: Sighting['what'], event?: PhoneEvent) =>
    void seen.push({ number, at: clock.now(), what, ...(event ? { event } : {}) })
  const phones: Phones = await openPhones({
    bind: { host: '127.0.0.1', port },
    clock: sipClock(clock),
    media,
    script: (number) => nextScript(scripts.get(number)) ?? LISTENS,
    onCall: ({ number, call }) => {
      note(number, 'is rung')
      mostAtOnce = Math.max(mostAtOnce, phones.calls.size)
      if (forwarded.has(number)) call.ring(181)
    },
    onEvent: ({ number }, event) => note(number, event.kind, event),
  })
  const rung = (number?: string) =>
    seen.filter((one) => one.what === 'is rung' && (number === undefined || one.number === number))
  return {
    phones,
    seen,
    get mostAtOnce() {
      return mostAtOnce
    },
    does: (number, ...given) => void scripts.set(number, given),
    forwards: (number) => void forwarded.add(number),
    rings: (number) => rung(number).map(({ at }) => at),
    order: () => rung().map(({ number }) => number),
    telephony: (...calls) => ({ mode: 'sip', lines: calls.map((most, at) => lineAt(phones, at + 1, most)) }),
    async dies() {
      for (const { call } of phones.calls) call.giveUp()
      await phones.close({ abruptly: true })
      await keepPort(phones.address)
    },
    async close() {
      await phones.close({ abruptly: true })
      await freePort(phones.address.port)
    },
  }
}

const nextScript = (scripts: PhoneScript[] | undefined) =>
  scripts && scripts.length > 1 ? scripts.shift() : scripts?.[0]

const lineAt = ({ address: { host, port } }: Phones, number: number, calls: number) => ({
  uri: `sip:voice${number}@${host}:${port}`,
  register: false,
  calls,
})
