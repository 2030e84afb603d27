import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProduct } from '../../packages/server/test/process.ts'
import { AUTHORIZATION, SITE } from '../hotel.ts'
import { type Account, type Manner, openPhoneProcess } from './phones.ts'

/** What the phones have seen, and when all of them were to be rung. */
export interface Sight extends Account {
  readonly dueAt: number
}

export interface WireOptions {
  readonly manner: Manner
  readonly calls: number
  /** For each round a new one. */
  readonly folder: string
  /** PostgreSQL, unless it is the embedded database. */
  readonly database?: string
  /** Time to ask for the calls, and to be ready before the moment comes. */
  readonly leadMs: number
  readonly nodeOptions?: readonly string[]
}

const ROOMS_AT_ONCE = 200
const FIRST_ROOM = 1_000
/** After the moment, until everybody has been rung, or picked up and listened to. */
const WATCHED_MS: Readonly<Record<Manner, number>> = {
  ringing: 12_000,
  busy: 6_000,
  'picking up': 18_000,
  'all picking up': 11_000,
}

const siteOf = (port: number) => `${SITE}limits: { callsPerSecond: 1000 }
telephony:
  mode: sip
  port: 0
  lines: [{ uri: "sip:voice1@127.0.0.1:${port}", register: false, calls: 1000 }]
`

/** The product itself, with a line that leads to phones in a process of their own. */
export async function ringOurs({
  manner,
  calls,
  folder,
  database,
  leadMs,
  nodeOptions,
}: WireOptions): Promise<Sight> {
  const phones = await openPhoneProcess(manner)
  const place = mkdtempSync(path.join(folder, 'wire-'))
  const site = path.join(place, 'site.yaml')
  writeFileSync(site, siteOf(phones.port))
  const words = ['--data', place, '--site', site, ...(database === undefined ? [] : ['--database', database])]
  const product = await startProduct(words, nodeOptions)
  try {
    const dueAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
    await ask(product.url, calls, dueAt)
    await setTimeout(dueAt + WATCHED_MS[manner] - Date.now())
    return { dueAt, ...(await phones.account()) }
  } finally {
    phones.close()
    if (nodeOptions) await product.stop()
    else await product.kill()
  }
}

async function ask(url: string, calls: number, dueAt: number) {
  const rooms = Array.from({ length: calls }, (_, at) => String(FIRST_ROOM + at))
  for (let from = 0; from < calls; from += ROOMS_AT_ONCE) {
    const room = rooms.slice(from, from + ROOMS_AT_ONCE).join(',')
    const body = new URLSearchParams({ room, datetime: new Date(dueAt).toISOString() })
    const reply = await fetch(`${url}/rest/wakeup`, {
      method: 'POST',
      body,
      headers: { authorization: AUTHORIZATION },
    })
    if (reply.status !== 201) throw new Error(`A call was answered ${reply.status}: ${await reply.text()}`)
  }
}

const GRAPHILE = fileURLToPath(new URL('./graphile.mjs', import.meta.url))

/** graphile-worker, whose job sends one datagram that was made before. */
export async function ringByGraphile({
  manner,
  calls,
  database = '',
  leadMs,
}: Omit<WireOptions, 'folder'>): Promise<Sight> {
  const phones = await openPhoneProcess(manner)
  try {
    const words = [GRAPHILE, database, String(calls), String(leadMs), String(phones.port)]
    const { stdout } = await promisify(execFile)(process.execPath, words)
    return { dueAt: Number(stdout.trim().split('\n').at(-1)), ...(await phones.account()) }
  } finally {
    phones.close()
  }
}
