import type { AlarmRecord, SiteFile, WakeupRecord } from '@reveille/contract'
import type { App } from '../src/app.ts'
import { minutes } from '../src/kernel/clock.ts'
import { type Hand, handOn, watchDatabase } from '../testing/hand.ts'
import { type Hotel, type HotelOptions, openHotel, SITE } from './hotel.ts'
import { openStage, type SpokenVoice, type Stage } from './stage.ts'

export interface LogRow {
  readonly at: string
  readonly kind: string
  readonly room: string
  readonly actor: string
  readonly wakeup?: string
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The real app with its telephones, all on one clock that a test moves by hand. */
export interface RingingHotel extends Hotel, Hand {
  readonly voice: SpokenVoice
  /** Asks for a call; gives its id. */
  ask(room: string, time: string, more?: Readonly<Record<string, string | number | boolean>>): Promise<string>
  call(id: string): Promise<WakeupRecord>
  /** Lets time pass until a call is over; gives what became of it. */
  settled(id: string, mostMs?: number): Promise<WakeupRecord>
  /** Lets time pass until a call rings. */
  ringing(id: string, mostMs?: number): Promise<void>
  log(kind?: string): Promise<LogRow[]>
  alarms(): Promise<AlarmRecord[]>
}

export interface RingingOptions extends Omit<HotelOptions, 'site' | 'clock' | 'media' | 'voice' | 'now'> {
  readonly stage?: Stage
  readonly idleStepMs?: number
  /** What happens to the app before it starts. */
  beforeStart?(app: App): void
}

export async function openRingingHotel(
  site: Partial<SiteFile> = {},
  { stage = openStage(), idleStepMs, beforeStart, ...options }: RingingOptions = {},
): Promise<RingingHotel> {
  const hotel = await openHotel({ site: { ...SITE, ...site }, tryLine: 'network', ...options, ...stage })
  const { database, journal } = hotel.app
  watchDatabase(database, journal)
  const hand = handOn({ clock: stage.clock, idleStepMs, database })
  beforeStart?.(hotel.app)
  await hotel.open()
  return {
    ...hotel,
    ...hand,
    get url() {
      return hotel.url
    },
    voice: stage.voice,
    ...deskOf(hotel, hand),
    close: () => hand.during(hotel.close()),
  }
}

/** What the desk does and sees. */
function deskOf({ request, app }: Hotel, hand: Hand) {
  const call = async (id: string) => (await request('desk', 'GET', `/rest/wakeup/${id}`)).json as WakeupRecord
  const isIn = (state: string) => async (id: string) =>
    (await app.database.read.wakeups.get(id))?.state === state
  return {
    call,
    async ask(room: string, time: string, more = {}) {
      const answer = await request('desk', 'POST', '/rest/wakeup', { room, ...whenOf(time), ...more })
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.json.id as string
    },
    async settled(id: string, mostMs = minutes(30)) {
      await hand.until(() => isIn('done')(id), mostMs)
      return call(id)
    },
    ringing: (id: string, mostMs?: number) => hand.until(() => isIn('calling')(id), mostMs),
    log: async (kind?: string) =>
      (await request('boss', 'GET', `/rest/log${kind === undefined ? '' : `?kind=${kind}`}`)).json
        .log as LogRow[],
    alarms: async () => (await request('boss', 'GET', '/rest/alarm')).json.alarms as AlarmRecord[],
  }
}

/** `0700`, or a whole moment. */
const whenOf = (time: string) => (/^\d{4}$/.test(time) ? { time } : { datetime: time })
