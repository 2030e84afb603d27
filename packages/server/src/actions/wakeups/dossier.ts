import type { Alarm } from '../../hotel/desk/alarm.ts'
import { ALARM_ROWS } from '../../hotel/log/alarm-rows.ts'
import type { Fact } from '../../hotel/log/details.ts'
import { rowIn, rowOf } from '../../hotel/log/row.ts'
import {
  type Alteration,
  alterationsOfAttempts,
  alterationsOfCall,
  type Evidence,
} from '../../hotel/log/proof.ts'
import { rowsEnd } from '../../hotel/log/retention.ts'
import { type Head, isAsSealed } from '../../hotel/log/seal.ts'
import { ATTEMPT_ROWS, REMOVAL_ROWS } from '../../hotel/log/wakeup-rows.ts'
import { maySeeGuests } from '../../hotel/accounts/account.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Actor, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'
import { isInChain, keptSince, ownOf, removedRows } from './proof.ts'

/** A row of the log and its seal, which is null until the row is sealed; and whether both are as they were then. */
export type DossierRow = Activity & { readonly sealed: Head | null; readonly isAltered: boolean }

/** One time that the room was dialled, and what the log says of it. */
export interface AttemptStory {
  readonly attempt: Attempt
  readonly rows: readonly AttemptRow[]
}

type AttemptRow = Activity & Fact<keyof typeof ATTEMPT_ROWS>

/** The whole story of a call. */
export interface Dossier {
  /** As it is, or as it was when it was removed. */
  readonly call: Wakeup
  /** Who stays in the room now, and was in the house by then; null for those who may not see who does. */
  readonly guests: readonly string[] | null
  readonly asked: (Activity & Fact<'wakeup.created'>) | null
  readonly removed: Activity | null
  /** Of a series: its finished days. */
  readonly occurrences: readonly Wakeup[]
  readonly attempts: readonly AttemptStory[]
  readonly alarms: readonly Alarm[]
  readonly log: readonly DossierRow[]
  /** Where records are not as the log tells them: they were changed in the database. */
  readonly alterations: readonly Alteration[]
  /** Rows of the log from the time of the call that were removed by hand, whatever they told of. */
  readonly removedRows: number
}

export type DossierActions = ReturnType<typeof dossierActions>

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
}

export function dossierActions({ database: { read }, settings, clock }: Parts) {
  return {
    /** Of a call, a series or one of its days; also of one that was deleted, as long as the log keeps it. */
    async get(actor: Actor, id: string): Promise<Dossier> {
      const found = await find(read, id)
      if (!found || !inScope(found.call.tenant, actor.scope)) throw unknown('Wakeup call', id)
      const { call } = found
      const rows = await rowsAbout(read, call)
      const end = rowsEnd(settings.current().retention, clock.now()).log
      const since = await keptSince(read, call.tenant, end)
      const log = await withSeals(read, rows)
      return {
        ...found,
        guests: maySeeGuests(actor) ? await guestsOf(read, found) : null,
        asked: rows.filter(rowOf('wakeup.created')).find(isAsking(call)) ?? null,
        occurrences: await read.wakeups.ofSeries(call.id),
        attempts: await attemptsOf(read, call, rows),
        alarms: await alarmsIn(read, rows),
        log,
        alterations: await alterationsOf(read, found, { rows, since }),
        removedRows: await removedRows(read, call.tenant, log, since),
      }
    },
  }
}

interface Found {
  readonly call: Wakeup
  readonly removed: Activity | null
}

async function find(stores: Stores, id: string): Promise<Found | undefined> {
  const call = await stores.wakeups.get(id)
  if (call) return { call, removed: null }
  const removed = (await stores.activity.ofWakeups([id])).filter(rowIn(REMOVAL_ROWS)).at(-1)
  // Nothing but the log keeps a call that was removed.
  return removed ? { call: removed.detail.call, removed } : findSeries(stores, id)
}

/** Until the present day of a series is over, it has no record of its own; of a series that was removed, its attempts know. */
async function findSeries(stores: Stores, occurrence: string): Promise<Found | undefined> {
  const present = await stores.wakeups.ofDay(occurrence)
  if (present) return { call: present, removed: null }
  const [attempt] = await stores.attempts.ofWakeup(occurrence)
  if (!attempt || attempt.call === occurrence) return undefined
  const series = await find(stores, attempt.call)
  return series && toldAs(series.call) === occurrence ? series : undefined
}

/** Whoever came after it was over was not meant. */
async function guestsOf({ guests }: Stores, { call, removed }: Found): Promise<string[]> {
  const over = call.settledAt ?? removed?.at ?? Infinity
  const staying = await guests.ofRoom(call.tenant, call.room)
  return staying.filter(({ arrivedAt }) => arrivedAt <= over).map(({ name }) => name)
}

/** In the order of writing. */
async function rowsAbout({ activity }: Stores, call: Wakeup): Promise<Activity[]> {
  const own = await activity.ofWakeups([call.id, toldAs(call)])
  const series = call.series === null ? [] : await activity.ofWakeups([call.series])
  const leaders = leadersIn(own)
  const rung = leaders.length === 0 ? [] : await activity.ofWakeups(leaders)
  return [
    ...own,
    // How the series was asked for, not what became of it after this day.
    ...series.filter(({ at }) => at <= (call.settledAt ?? Infinity)),
    ...rung.filter(rowIn(ATTEMPT_ROWS)),
  ].toSorted((a, b) => a.id - b.id)
}

/** Where two calls of a room and minute rang as one, the other call has the attempts. */
const leadersIn = (rows: readonly Activity[]) => [
  ...new Set(rows.filter(rowOf('wakeup.followed')).map(({ detail }) => detail.with)),
]

const isAsking =
  ({ id, series }: Wakeup) =>
  ({ wakeup }: Activity) =>
    wakeup === (series ?? id)

async function attemptsOf(stores: Stores, call: Wakeup, rows: readonly Activity[]): Promise<AttemptStory[]> {
  const attempts: Attempt[] = []
  for (const id of [toldAs(call), ...leadersIn(rows)]) attempts.push(...(await stores.attempts.ofWakeup(id)))
  return attempts
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .map((attempt) => ({ attempt, rows: rows.filter(rowIn(ATTEMPT_ROWS)).filter(isAbout(attempt)) }))
    .filter(hasBegun)
}

/** An attempt not yet dialled is not shown; one cut off at that point is, since it may have rung. */
const hasBegun = ({ attempt, rows }: AttemptStory) =>
  attempt.endedAt !== null || rows.some(({ kind }) => kind === 'wakeup.dialled')

const isAbout =
  ({ wakeup, number }: Attempt) =>
  (row: AttemptRow) =>
    row.wakeup === wakeup && row.detail.number === number

async function alarmsIn({ alarms }: Stores, rows: readonly Activity[]): Promise<Alarm[]> {
  const ids = rows.filter(rowIn(ALARM_ROWS)).map(({ detail }) => detail.alarm)
  const found = await Promise.all([...new Set(ids)].map((id) => alarms.get(id)))
  return found.filter((alarm) => alarm !== undefined)
}

async function withSeals(stores: Stores, rows: readonly Activity[]): Promise<DossierRow[]> {
  const found = await stores.seals.ofActivities(rows.map(({ id }) => id))
  const byRow = new Map(found.map((seal) => [seal.activity, seal]))
  const told: DossierRow[] = []
  for (const row of rows) {
    const seal = byRow.get(row.id)
    const isAltered = seal !== undefined && !(isAsSealed(row, seal) && (await isInChain(stores, seal)))
    told.push({ ...row, sealed: seal ? { number: seal.number, hash: seal.hash } : null, isAltered })
  }
  return told
}

/** A removed call is known from the log alone. */
const alterationsOf = async (stores: Stores, { call, removed }: Found, evidence: Evidence) =>
  removed
    ? []
    : [
        ...alterationsOfCall(call, evidence),
        ...alterationsOfAttempts(await stores.attempts.ofWakeup(toldAs(call)), ownOf(call, evidence)),
      ]
