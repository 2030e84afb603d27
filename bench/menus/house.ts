import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Line, SiteFile } from '../../packages/contract/src/index.ts'
import { type BareCall, type BareDial, openBarePhones } from '../../packages/server/test/bare-phones.ts'
import type { OnRung } from '../../packages/server/test/bare-wire.ts'
import { type RunningServer, startProduct } from '../../packages/server/test/process.ts'
import { freePorts, HERE } from '../../peers/ports.ts'

export type Menu = NonNullable<Line['menu']>

/** What is dialled for each menu. */
const NUMBERS: Readonly<Record<Menu, string>> = {
  guest: '700',
  housekeeping: '701',
  minibar: '702',
  desk: '703',
  main: '704',
}
const MENUS: readonly Menu[] = ['guest', 'housekeeping', 'minibar', 'desk', 'main']

/** Those who work here, each with a number of their own: one who signs in from many phones at once is a guesser. */
export const STAFF = 60
export const staffNumber = (at: number) => String(200 + (at % STAFF))
export const PIN = '27182'
const BENCH = { username: 'bench', password: 'quick-brown-fox-1' } as const
const AUTHORIZATION = `Basic ${Buffer.from(`${BENCH.username}:${BENCH.password}`).toString('base64')}`

export interface HouseOptions {
  readonly inBandKeys?: boolean
  /** So many calls on each line. */
  readonly calls?: number
  /** What else the site says, or says otherwise. */
  readonly site?: Partial<SiteFile>
  /** Instead of a line for each menu. */
  lines?(exchange: number): readonly Line[]
  readonly onRung?: OnRung
  /** So many work here; nobody unless said. */
  readonly staff?: number
}

export const FIRST_ROOM = 1_000

const STAFF_MAY: ('inventory' | 'frontdesk')[] = ['inventory', 'frontdesk']

const siteOf = (lines: readonly Line[], port: number, staff: number, more: Partial<SiteFile>): SiteFile => ({
  site: { name: 'Grand Hotel', timezone: 'UTC', language: 'en' },
  users: [
    { ...BENCH, permissions: ['inventory', 'frontdesk', 'administrator'] },
    ...Array.from({ length: staff }, (_, at) => ({
      username: staffNumber(at),
      password: 'quick-brown-fox-2',
      permissions: STAFF_MAY,
    })),
  ],
  mailboxes: [{ range: '1000-1999' }],
  inventory: {
    categories: [{ id: '1', description: 'Drinks' }],
    items: [{ id: '10', description: 'Cola', category: '1', price: '4.50' }],
    connectors: [{ name: 'bar', type: 'webhook', url: 'http://192.0.2.1/charges' }],
  },
  roomStatus: {
    types: [
      { id: '1', description: 'Clean', condition: 'clean' },
      { id: '2', description: 'Dirty', condition: 'dirty' },
    ],
  },
  menus: { atOnce: 200 },
  ...more,
  telephony: { mode: 'sip', port, bind: HERE, lines: [...lines] },
})

const lineFor = (menu: Menu, exchange: number, { calls = 100, inBandKeys = false }: HouseOptions): Line => ({
  uri: `sip:${NUMBERS[menu]}@${HERE}:${exchange}`,
  register: false,
  calls,
  menu,
  inBandKeys,
})

/** The built product in a process of its own, with a line for each menu, and phones of bare datagrams in the rooms. */
export async function openMenuHouse(options: HouseOptions = {}): Promise<MenuHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-menus-'))
  const phones = await openBarePhones(HERE, options.onRung)
  const port = await freePorts()
  const exchange = phones.here.port
  const lines = options.lines?.(exchange) ?? MENUS.map((menu) => lineFor(menu, exchange, options))
  const site = path.join(folder, 'site.yaml')
  // JSON is YAML.
  writeFileSync(site, JSON.stringify(siteOf(lines, port, options.staff ?? 0, options.site ?? {})))
  const words = ['--data', path.join(folder, 'data'), '--site', site]
  const house = new MenuHouse({ folder, words, phones, port, server: await startProduct(words) })
  for (let at = 0; at < (options.staff ?? 0); at++)
    await house.ask('PUT', `/rest/config/user/${staffNumber(at)}/phone-pin`, { pin: PIN })
  return house
}

interface Parts {
  readonly folder: string
  readonly words: readonly string[]
  readonly phones: Awaited<ReturnType<typeof openBarePhones>>
  readonly port: number
  readonly server: RunningServer
}

export class MenuHouse {
  readonly door
  readonly #parts: Parts
  #server: RunningServer

  constructor(parts: Parts) {
    this.#parts = parts
    this.#server = parts.server
    this.door = { host: HERE, port: parts.port }
  }

  get url(): string {
    return this.#server.url
  }

  dial(from: string, menu: Menu, more: Partial<BareDial> = {}): Promise<BareCall> {
    return this.#parts.phones.dial({ from, to: NUMBERS[menu], door: this.door, ...more })
  }

  /** The shape of the answer is what the interface promises. */
  async read<T>(target: string): Promise<T> {
    const reply = await fetch(this.url + target, { headers: { authorization: AUTHORIZATION } })
    if (reply.status !== 200) throw new Error(`${target} was answered ${reply.status}`)
    return (await reply.json()) as T
  }

  async ask(method: string, target: string, form: Readonly<Record<string, string>>) {
    const body = new URLSearchParams(form)
    const reply = await fetch(this.url + target, { method, body, headers: { authorization: AUTHORIZATION } })
    if (!reply.ok) throw new Error(`${target} was answered ${reply.status}: ${await reply.text()}`)
  }

  /** kill -9, and a new process on the same data. */
  async killed() {
    await this.#server.kill()
    this.#server = await startProduct(this.#parts.words)
  }

  async close() {
    await this.#server.kill()
    this.#parts.phones.close()
    rmSync(this.#parts.folder, { recursive: true, force: true })
  }
}
