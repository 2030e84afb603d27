import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Insertable, type Kysely, sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { DataPlace } from '../src/store/files/backup.ts'
import { TABLE_NAMES, type TABLES } from '../src/store/files/copy.ts'
import { type Database, openDatabase } from '../src/store/engine/database.ts'
import type { Dialect } from '../src/store/engine/dialect.ts'
import type { Schema } from '../src/store/engine/schema.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { useDatabases } from './test-databases.ts'

export const KINDS = ['sqlite', 'postgres'] as const
export type Kind = (typeof KINDS)[number]

export const WAKEUP = {
  id: 'w1',
  tenant: '',
  room: '101',
  list: 'pending',
  state: 'pending',
  outcome: null,
  machine_outcome: null,
  scheduled_at: 1_800_000_000_000,
  wall: '2027-01-15T08:00:00',
  zone: 'Europe/Zurich',
  days: 'mon,tue',
  until: null,
  skipped: '',
  series: null,
  confirm: 0,
  prompt: 0,
  attempts: 0,
  snoozes: 0,
  asked_by: 'desk',
  actor: 'desk',
  source: 'rest',
  created_at: 1_799_999_999_999,
  settled_at: null,
  due_at: 1_800_000_000_000,
  next_at: 1_800_000_300_000,
  dials: 3,
  tries: 1,
  line_troubles: 2,
  dialled_at: 1_800_000_000_001,
  occurrence: 'w2',
  follows: null,
  lease: 'runner',
  lease_until: 1_800_000_360_000,
} as const

export const ENTRY = {
  class: 'log',
  at: 1_799_999_999_999,
  tenant: '',
  kind: 'wakeup.created',
  room: '101',
  actor: 'desk',
  source: 'rest',
  wakeup: 'w1',
  text: 'Zoë asked: "7?" – l’été 😀\n\\',
  detail: '{"a":1}',
} as const

/** Something in every table that is copied, or it does not compile. */
export const HOUSE: { [T in keyof typeof TABLES]: Insertable<Schema[T]>[] } = {
  meta: [{ key: 'siteId', value: 'x' }],
  setting: [{ name: 'site', value: '{"timezone":"Europe/Zurich"}' }],
  language: [{ tag: 'nl', number: 7 }],
  tenant: [{ id: 't', name: 'East wing', timezone: null, wakeup: '{}' }],
  account: [{ username: 'desk', tenant: '', password_hash: '$argon2$', permissions: '[]', disabled: 0 }],
  pin: [{ account: 'desk', purpose: 'screen', hash: '$argon2$' }],
  mailbox: [{ tenant: 't', number: '101', extension: '', name: "O'Neill", language: 'de', vip: 1 }],
  guest: [{ id: 'g', tenant: '', room: '101', name: '名前', language: null, vip: 0, arrived_at: 1 }],
  room: [{ tenant: '', number: 'SPA' }],
  category: [{ tenant: '', id: '1', description: 'Drinks', color: '#3366cc' }],
  item: [
    {
      tenant: '',
      id: '10',
      description: 'Cola',
      category: '1',
      max: 5,
      price_minor: 2 ** 40,
      price_scale: 2,
    },
  ],
  status_type: [{ tenant: '', id: '001', description: 'Maintenance', condition: null }],
  room_status: [{ tenant: '', room: '101', status: '1', description: 'Clean', changed_at: 5, actor: '' }],
  room_mark: [{ tenant: '', room: '101', mark: 'dnd', set_at: 5, until: null, note: 'Zoë', actor: '' }],
  line: [{ name: 'voice1', tenant: '', config: '{}' }],
  destination: [{ purpose: 'charge', name: 'bar', tenant: '', config: '{}', sequence: 7 }],
  former_destination: [{ purpose: 'charge', name: 'pub', tenant: '', sequence: 41 }],
  prompt: [{ id: 3, tenant: '', description: 'd', text: '', language: null }],
  prompt_audio: [{ tenant: '', prompt: 3, language: 'en', audio: '/////w==', ms: 1, recorded_at: 1 }],
  phrase_audio: [{ language: 'de', phrase: 'good-morning', audio: '/////w==', ms: 1, recorded_at: 1 }],
  wakeup: [WAKEUP],
  attempt: [
    {
      tenant: '',
      wakeup: 'w1',
      number: 1,
      call: 'w1',
      room: '101',
      claimer: 'runner',
      line: 'voice1',
      started_at: 1_800_000_000_001,
      handle: '{}',
      answered_at: null,
      keys: '',
      ended_at: 1_800_000_024_001,
      result: '{"kind":"no-answer"}',
    },
  ],
  alarm: [
    {
      id: 'a1',
      tenant: '',
      kind: 'wakeup.failed',
      subject: 'w1',
      room: '101',
      text: 'Nobody answered',
      detail: '{}',
      raised_at: 1_800_000_024_001,
      state: 'open',
      ended_by: null,
      ended_at: null,
      note: '',
      next_at: 1_800_000_024_001,
      step: 0,
      step_at: 1_800_000_024_001,
      step_calls: 0,
      known: 0,
      known_at: null,
      calls: 0,
      mails: 0,
      mailed_at: null,
      posts: 0,
      posted_at: null,
    },
  ],
  activity: [ENTRY, { ...ENTRY, id: 500 }],
  seal_anchor: [{ tenant: 't', number: 1, hash: 'h' }],
  seal: [{ tenant: '', number: 1, activity: 500, at: 1, kind: 'wakeup.created', digest: 'd', hash: 'h' }],
  delivery: [
    {
      id: 'o',
      purpose: 'charge',
      owner: '',
      destination: 'bar',
      tenant: '',
      kind: 'charge.posted',
      room: '101',
      sequence: 7,
      state: 'waiting',
      attempts: 1,
      next_at: 0,
      created_at: 0,
      payload: '{}',
    },
  ],
  delivery_attempt: [
    { tenant: '', delivery: 'o', number: 1, at: 0, status: null, ms: 3, text: '', actor: '' },
  ],
  receipt: [{ tenant: '', scope: 's', key: 'k', fingerprint: 'f', answer: '{}', at: 1 }],
  property_call: [
    {
      id: 'p',
      system: 'pms',
      tenant: '',
      room: '101',
      date: '261115',
      time: '070000',
      wakeup: 'w1',
      asked_at: 1,
      state: 'told',
      word: 'complete',
      told_at: 2,
    },
  ],
}
export const ROWS = Object.values(HOUSE).flat().length

/** Somebody has signed in. */
export const SESSION = {
  token: 'hash-of-a-token',
  id: 's1',
  account: 'desk',
  tenant: '',
  kind: 'person',
  made_at: 1,
  seen_at: 2,
  locked_at: null,
  ends_at: 3,
  pin_tries: 0,
  address: '10.0.0.20',
  agent: 'Firefox of the night desk',
} as const satisfies Insertable<Schema['session']>

export const around = { clock: systemClock(), log: silentLog }

export const open = (place: DataPlace): Promise<Database<Kysely<Schema>>> =>
  openDatabase({ ...around, ...place, createStores: (handle) => handle })

export async function contentOf(place: DataPlace) {
  const house = await open(place)
  const content: Record<string, unknown[]> = {}
  for (const table of TABLE_NAMES)
    content[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(house.read)).rows
  await house.close()
  return content
}

export async function inHouse<T>(
  place: DataPlace,
  work: (handle: Kysely<Schema>, dialect: Dialect) => Promise<T>,
): Promise<T> {
  const house = await open(place)
  try {
    return await house.transaction((handle) => work(handle, house.dialect))
  } finally {
    await house.close()
  }
}

export const write = (place: DataPlace, key: string) =>
  inHouse(place, (handle) => handle.insertInto('meta').values({ key, value: '' }).execute())

export const databaseIn = ({ folder }: { folder: string }) => path.join(folder, SQLITE_FILE)

/** A folder to work in, new for every test, and room for databases of both kinds. */
export function usePremises() {
  const { newDatabase, emptyDatabase } = useDatabases()
  let root: string
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  })
  afterEach(() => fs.rmSync(root, { recursive: true }))

  const newFolder = () => ({ folder: fs.mkdtempSync(path.join(root, 'data-')) })
  const newPlace = async (kind: Kind): Promise<DataPlace> =>
    kind === 'sqlite' ? newFolder() : { url: await newDatabase() }
  const emptyPlace = async (kind: Kind): Promise<DataPlace> =>
    kind === 'sqlite' ? newFolder() : { url: await emptyDatabase() }
  return {
    root: () => root,
    newFolder,
    /** A folder, or a database that has its tables already. */
    newPlace,
    emptyPlace,
    filled: async (kind: Kind) => fill(await newPlace(kind)),
  }
}

async function fill(place: DataPlace): Promise<DataPlace> {
  await inHouse(place, async (handle, dialect) => {
    const anyTable = handle as unknown as Kysely<Record<string, object>>
    for (const table of TABLE_NAMES) await anyTable.insertInto(table).values(HOUSE[table]).execute()
    await handle.insertInto('session').values(SESSION).execute()
    await dialect.continueIdentity(handle, 'activity', 'id')
  })
  return place
}
