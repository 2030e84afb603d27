import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { WakeupRecord } from '@reveille/contract'
import type { MediaPort } from '@reveille/sip'
import {
  openPhones,
  type PhoneEvent,
  type Phones,
  type PhoneScript,
  silentMedia,
} from '@reveille/sip/testing'
import { type RunningServer, startProduct } from './process.ts'

/** What happened on a phone, by the clock of this machine. */
export interface PhoneSight {
  readonly room: string
  readonly at: number
  readonly what: PhoneEvent['kind'] | 'is rung'
}

export interface LogLine {
  readonly wakeup?: string
  readonly kind: string
  readonly room: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The product itself in a process of its own, with phones in this one, over real SIP and by the real clock. */
export interface KilledHotel {
  readonly phones: Phones
  readonly seen: PhoneSight[]
  /** Starts the product, or starts it again; when that was begun. */
  start(): Promise<number>
  /** kill -9 */
  kill(): Promise<number>
  /** A call for so many milliseconds from now, by the second. */
  ask(rooms: string, inMs: number, more?: Readonly<Record<string, string>>): Promise<string[]>
  call(id: string): Promise<WakeupRecord>
  pending(): Promise<WakeupRecord[]>
  log(kind: string): Promise<LogLine[]>
  close(): Promise<void>
}

export interface KilledHotelOptions {
  script(room: string): PhoneScript
  readonly media?: MediaPort
  /** How its wakeup calls are made. */
  readonly wakeup?: string
  /** More of the site. */
  readonly site?: string
  /** More for the command line, such as `--database`. */
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`

const WAKEUP = '{ snooze: { limit: 1, delay: 5m } }'

const siteAt = ({ host, port }: Phones['address'], wakeup = WAKEUP) => `
site: { name: Crash Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: boss-password, permissions: [frontdesk, administrator] }]
mailboxes: [{ range: "100-199" }]
wakeup: ${wakeup}
telephony:
  mode: sip
  port: 0
  lines: [{ uri: "sip:voice1@${host}:${port}", register: false, calls: 100 }]
`

export async function openKilledHotel(options: KilledHotelOptions): Promise<KilledHotel> {
  const seen: PhoneSight[] = []
  const note = (room: string, what: PhoneSight['what']) => void seen.push({ room, at: Date.now(), what })
  const phones = await openPhones({
    media: options.media ?? silentMedia(),
    script: options.script,
    onCall: ({ number }) => note(number, 'is rung'),
    onEvent: ({ number }, { kind }) => note(number, kind),
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-killed-'))
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteAt(phones.address, options.wakeup) + (options.site ?? ''))
  const words = ['--data', path.join(folder, 'data'), '--site', site, ...(options.options ?? [])]
  let server: RunningServer | undefined
  const send = (target: string, more: RequestInit = {}) => sendTo(server, target, more)
  return {
    phones,
    seen,
    async start() {
      const begun = Date.now()
      server = await startProduct(words, [], options.env)
      return begun
    },
    async kill() {
      await server?.kill()
      return Date.now()
    },
    async ask(rooms, inMs, more = {}) {
      const datetime = new Date(Math.ceil((Date.now() + inMs) / 1_000) * 1_000).toISOString()
      const body = new URLSearchParams({ room: rooms, datetime, ...more })
      const { id } = await send('/rest/wakeup', { method: 'POST', body })
      return String(id).split(',')
    },
    call: async (id) => (await send(`/rest/wakeup/${id}`)) as unknown as WakeupRecord,
    pending: async () => (await send('/rest/wakeup/list/pending'))['pending'] as WakeupRecord[],
    log: async (kind) => (await send(`/rest/log?kind=${kind}`))['log'] as LogLine[],
    async close() {
      await server?.kill()
      await phones.close({ abruptly: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function sendTo(server: RunningServer | undefined, target: string, more: RequestInit) {
  const reply = await fetch(`${server?.url}${target}`, { headers: { authorization: AUTHORIZATION }, ...more })
  if (!reply.ok) throw new Error(`${target} was answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}

const LOOK_EVERY_MS = 20

/** By the real clock: looks again and again until it is so, or fails. */
export async function waitUntil(what: string, mostMs: number, isSo: () => Promise<boolean> | boolean) {
  const limit = Date.now() + mostMs
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`Not so after ${mostMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
