import type { Line, SiteFile, WakeupRecord } from '@reveille/contract'
import { onTestFinished } from 'vitest'
import type { Voice } from '../src/calls/caller.ts'
import { type Instant, seconds, systemClock } from '../src/kernel/clock.ts'
import type { Log } from '../src/kernel/log.ts'
import { eventually } from '../testing/eventually.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'

/** The product by the real clock, with lines to programs that others wrote. Closed with the test. */
export interface LiveHotel extends Hotel {
  /** Asks for a call in a moment. */
  ask(room: string): Promise<Asked>
  /** Waits until it is over; gives what became of it. */
  settled(call: Asked): Promise<WakeupRecord>
  /** What is said of the first line. */
  line(): Promise<{ readonly working: boolean; readonly why: string }>
}

export interface Asked {
  readonly id: string
  readonly at: Instant
}

export interface LiveOptions {
  readonly line: Line
  readonly telephony?: Partial<NonNullable<SiteFile['telephony']>>
  readonly wakeup?: SiteFile['wakeup']
  readonly menus?: SiteFile['menus']
  readonly voice?: Voice
  readonly log?: Log
}

/** Nobody moves it. */
const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }

export async function openLiveHotel(options: LiveOptions): Promise<LiveHotel> {
  const { line, telephony, wakeup, menus, voice, log } = options
  const hotel = await openHotel({
    clock,
    site: {
      ...SITE,
      site: { ...SITE.site, timezone: 'UTC' },
      ...(wakeup ? { wakeup } : {}),
      ...(menus ? { menus } : {}),
      telephony: { mode: 'sip', ...telephony, lines: [line] },
    },
    ...(voice ? { voice } : {}),
    ...(log ? { log } : {}),
  })
  onTestFinished(() => hotel.close())
  await hotel.open()
  const call = async (id: string) =>
    (await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).json as WakeupRecord
  return {
    ...hotel,
    get url() {
      return hotel.url
    },
    async ask(room) {
      const at = Math.ceil((clock.now() + seconds(2)) / 1_000) * 1_000
      const datetime = new Date(at).toISOString()
      const answer = await hotel.request('desk', 'POST', '/rest/wakeup', { room, datetime })
      if (answer.status !== 201) throw new Error(answer.text)
      return { id: answer.json.id as string, at }
    },
    settled: ({ id }) =>
      eventually(async () => {
        const now = await call(id)
        if (now.status !== 2) throw new Error(`Not over yet: ${JSON.stringify(now)}`)
        return now
      }),
    line: async () => (await hotel.request('boss', 'GET', '/rest/system/line')).json.lines[0],
  }
}
