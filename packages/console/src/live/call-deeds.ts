import type { Client } from '../api/client.ts'
import { isSeries, type LiveCall } from '../hotel/calls/live-call.ts'
import { bodyOfDay, type Left } from '../hotel/entry/set-plan.ts'
import { type Clock, isoOf } from '../kernel/clock.ts'

/** The interface takes so many at once. */
const MOST = 200
/** "Now" is past by the time that it arrives: fractions of a second are cut off. */
const SOON_MS = 2_000

/** A room is rung by its tenant's name for it: the number may be there twice, and another tenant may be looked at. */
interface RoomOfTenant {
  readonly room: string
  readonly tenant: string
}

/** The day of a moment, as it is written in the hotel: YYYYMMDD. */
const compact = (moment: string) => moment.slice(0, 10).replaceAll('-', '')

function* portions(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += MOST) yield ids.slice(at, at + MOST).join(',')
}

/** What people do about calls. None of it is shown before the server has stored it. */
export const callDeeds = (client: Client, clock: Clock) => ({
  async mark(ids: readonly string[], result: number, reason: string): Promise<void> {
    for (const id of portions(ids))
      await client.call('wakeup.overwrite', {
        params: { id },
        body: { result, ...(reason === '' ? {} : { reason }) },
      })
  },
  async cancel(ids: readonly string[]): Promise<void> {
    for (const id of portions(ids)) await client.call('wakeup.remove', { params: { id } })
  },
  async restore(ids: readonly string[]): Promise<void> {
    for (const id of portions(ids)) await client.call('wakeup.restore', { params: { id }, body: {} })
  },
  /** The day of each that somebody sees, and no other: asked twice, it is left out once. */
  async skipDays(calls: readonly LiveCall[]): Promise<void> {
    for (const date of new Set(calls.map(({ scheduled }) => compact(scheduled)))) {
      const ofDay = calls.filter(({ scheduled }) => compact(scheduled) === date)
      for (const id of portions(ofDay.map((call) => call.id)))
        await client.call('wakeup.skip', { params: { id }, body: { date } })
    }
  },
  /** The days that were left out, each by a call of its own. */
  async ringAnyway(days: readonly Left[]): Promise<void> {
    for (const day of days)
      await client.call('wakeup.create', { body: bodyOfDay(day), query: { tenant: day.tenant } })
  },
  ringNow: ({ room, tenant }: RoomOfTenant) =>
    client.call('wakeup.create', {
      query: { tenant },
      body: { room, datetime: isoOf(clock.now() + SOON_MS) },
    }),
  /** Many at once: those of each house together, each room once. */
  async ringAll(rooms: readonly RoomOfTenant[]): Promise<void> {
    for (const tenant of new Set(rooms.map((one) => one.tenant))) {
      const own = rooms.filter((one) => one.tenant === tenant).map(({ room }) => room)
      for (const room of portions([...new Set(own)]))
        await client.call('wakeup.create', {
          query: { tenant },
          body: { room, datetime: isoOf(clock.now() + SOON_MS) },
        })
    }
  },
  reschedule: (id: string, date: string, time: string) =>
    client.call('wakeup.reschedule', {
      params: { id },
      body: { ...(date === '' ? {} : { date }), ...(time === '' ? {} : { time }) },
    }),
})

export type CallDeeds = ReturnType<typeof callDeeds>

export const repeats: typeof isSeries = isSeries
