import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { selfSigned } from '@reveille/sip/testing'
import { buildProduct } from './build-product.ts'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { median, quantile, round } from './figures.ts'
import { type FloodKind, KINDS, OVER_TLS, type Told } from './flood/kinds.ts'
import { openStranger } from './flood/stranger.ts'
import { memoryMiB, openFiles, type Vitals, watch } from './flood/vitals.ts'
import { openLand } from './ground.ts'
import { AUTHORIZATION, SITE } from './hotel.ts'
import { openPhoneProcess } from './punctuality/phones.ts'
import { atMost, type Bench, type Check, none, type Row } from './report.ts'
import { bare, buildBare } from './sides.ts'

const MOST_LATER_MS = 100
const MOST_MORE_MIB = 100
/** Memory that was used once is not given back at once: that is bounded as well. */
const MOST_OF_ALL_MIB = 200
/** Descriptors that come and go by themselves. */
const SPARE_FILES = 5

interface Times {
  /** One kind: calls are due in each of its seconds, the stranger comes before the first and stays until the last. */
  readonly windowSeconds: number
  /** Long enough that nothing is made ready yet for the next calls when the descriptors are counted. */
  readonly gapMs: number
  readonly leadMs: number
}

const WHOLE: Times = { windowSeconds: 10, gapMs: 12_000, leadMs: 15_000 }
const SMOKE: Times = { windowSeconds: 1, gapMs: 3_000, leadMs: 4_000 }
const CALLS_A_SECOND = 8
const HEAD_START_MS = 2_000
const FIRST_ROOM = 1_000

const GUEST = { username: 'guest', password: 'slow-white-hare-2' }
const GUEST_AUTHORIZATION = `Basic ${Buffer.from(`${GUEST.username}:${GUEST.password}`).toString('base64')}`

const siteFor = (
  port: number,
) => `${SITE.replace('users:\n', `users:\n  - ${JSON.stringify(GUEST)}\n`)}telephony:
  mode: sip
  port: 0
  lines: [{ uri: "sip:voice1@127.0.0.1:${port}", register: false, calls: 1000 }]
`

/** What is to be seen at a server, and in what order: first nobody comes, then each kind of stranger. */
type Part = FloodKind | 'nobody'

interface Seen {
  readonly part: Part
  readonly vitals: Vitals
  readonly told: Told | null
  /** What was resident when it came: what others left behind is not its own. */
  readonly beforeMiB: number
  /** Descriptors when it was over. */
  readonly filesLeft: number
}

interface Plan {
  readonly parts: readonly Part[]
  readonly times: Times
  /** The first second of each part. */
  startOf(at: number): number
}

function planFrom(first: number, parts: readonly Part[], times: Times): Plan {
  const length = times.windowSeconds * 1_000 + times.gapMs
  return { parts, times, startOf: (at) => first + at * length }
}

const portOf = ({ url }: RunningServer) => Number(new URL(url).port)

async function endure(server: RunningServer, paths: readonly string[], plan: Plan): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const [at, part] of plan.parts.entries()) {
    const stranger = part === 'nobody' ? null : await openStranger()
    await setTimeout(Math.max(0, plan.startOf(at) - HEAD_START_MS - Date.now()))
    const beforeMiB = memoryMiB(server.pid)
    if (part !== 'nobody')
      stranger?.begin({ kind: part, port: portOf(server), authorization: GUEST_AUTHORIZATION })
    const until = plan.startOf(at) + plan.times.windowSeconds * 1_000
    const vitals = await watch({ pid: server.pid, url: server.url, paths }, until)
    const told = (await stranger?.end()) ?? null
    await setTimeout(plan.times.gapMs / 3)
    seen.push({ part, vitals, told, beforeMiB, filesLeft: openFiles(server.pid) })
    console.log(`${part}: ${round(vitals.mostMiB)} MiB, ${vitals.mostFiles} descriptors`)
  }
  return seen
}

/** The rooms of each part, in each of its seconds. */
const roomsOf = ({ windowSeconds }: Times, at: number, second: number) =>
  Array.from({ length: CALLS_A_SECOND }, (_, n) =>
    String(FIRST_ROOM + (at * windowSeconds + second) * CALLS_A_SECOND + n),
  )

async function askForCalls(url: string, plan: Plan) {
  for (const at of plan.parts.keys())
    for (let second = 0; second < plan.times.windowSeconds; second++) {
      const datetime = new Date(plan.startOf(at) + second * 1_000).toISOString()
      const body = new URLSearchParams({ room: roomsOf(plan.times, at, second).join(','), datetime })
      const reply = await fetch(`${url}/rest/wakeup`, {
        method: 'POST',
        body,
        headers: { authorization: AUTHORIZATION },
      })
      if (reply.status !== 201) throw new Error(`A call was answered ${reply.status}: ${await reply.text()}`)
    }
}

/** How late each phone of a part was rung; one that was not rung at all is as late as can be. */
function latenessOf(invited: ReadonlyMap<string, number>, plan: Plan, at: number): number[] {
  return Array.from({ length: plan.times.windowSeconds }, (_, second) => second).flatMap((second) =>
    roomsOf(plan.times, at, second).map(
      (room) => (invited.get(room) ?? Infinity) - plan.startOf(at) - second * 1_000,
    ),
  )
}

interface Ours {
  readonly seen: readonly Seen[]
  readonly lateness: readonly (readonly number[])[]
  readonly quietMiB: number
}

/** A certificate of this run alone: those of the house need not know who has issued it. */
function overTls(folder: string): string[] {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const { cert, key } = selfSigned('localhost', 'IP:127.0.0.1')
  writeFileSync(path.join(folder, 'cert.pem'), cert)
  writeFileSync(path.join(folder, 'key.pem'), key)
  return ['--tls-cert', path.join(folder, 'cert.pem'), '--tls-key', path.join(folder, 'key.pem')]
}

interface House {
  readonly times: Times
  readonly folder: string
  readonly isOverTls: boolean
}

async function endureOurs(parts: readonly Part[], { folder, isOverTls, times }: House): Promise<Ours> {
  const phones = await openPhoneProcess('busy')
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteFor(phones.port))
  const server = await startProduct([
    '--data',
    path.join(folder, isOverTls ? 'secure' : 'plain'),
    '--site',
    site,
    ...(isOverTls ? overTls(folder) : []),
  ])
  try {
    const plan = planFrom(Math.ceil((Date.now() + times.leadMs) / 1_000) * 1_000, parts, times)
    await askForCalls(server.url, plan)
    // Made at the first request, and kept from then on.
    await (await fetch(`${server.url}/openapi.json`)).arrayBuffer()
    const seen = await endure(server, ['/healthz', '/rest/wakeup/list/pending?limit=20'], plan)
    const invited = new Map((await phones.account()).invitedAt)
    const lateness = parts.map((_, at) => latenessOf(invited, plan, at))
    return { seen, lateness, quietMiB: seen[0]?.vitals.mostMiB ?? Number.NaN }
  } finally {
    await server.kill()
    phones.close()
  }
}

async function endureBare(parts: readonly Part[], times: Times): Promise<Seen[]> {
  const land = await openLand('sqlite')
  try {
    const ground = await land.ground()
    await ground.fill(20)
    const { server } = await bare(ground)
    const plan = planFrom(Date.now() + HEAD_START_MS, parts, times)
    const seen = await endure(server, ['/rest/wakeup/list/pending'], plan)
    await server.kill()
    return seen
  } finally {
    await land.clear()
  }
}

const moreMiB = ({ vitals, beforeMiB }: Seen, quietMiB: number) =>
  vitals.mostMiB - Math.max(beforeMiB, quietMiB)

const rowOf = (side: string, seen: Seen, quietMiB: number): Row =>
  rowWith(side, seen, moreMiB(seen, quietMiB))

const rowWith = (side: string, { part, vitals, told, filesLeft }: Seen, more: number): Row => ({
  stranger: part,
  side,
  connections: told?.connections ?? 0,
  'sent MiB': round((told?.bytesSent ?? 0) / 2 ** 20),
  'answer p50 ms': round(median(vitals.answerMs)),
  'answer last ms': round(Math.max(...vitals.answerMs)),
  unanswered: vitals.unanswered,
  'MiB more': round(more),
  'MiB most': round(vitals.mostMiB),
  'descriptors most': vitals.mostFiles,
  'descriptors left': filesLeft,
})

const lateColumns = (late: readonly number[]): Row => ({
  rung: late.filter((ms) => ms < Infinity).length,
  'late p50 ms': round(median(late)),
  'late p99 ms': round(quantile(late, 0.99)),
  'late last ms': round(Math.max(...late)),
})

function checksOf({ seen, lateness, quietMiB }: Ours): Check[] {
  const [quiet, ...others] = lateness
  const [before, ...floods] = seen
  const usual = Math.max(...(quiet ?? []))
  const together = Math.max(...floods.map(({ vitals }) => vitals.mostMiB)) - quietMiB
  const each = floods.flatMap((one, at) => {
    const { part, vitals, filesLeft } = one
    return [
      atMost(
        `${part}: the latest wakeup, later than without`,
        MOST_LATER_MS,
        Math.max(...(others[at] ?? [])) - usual,
        ' ms',
      ),
      atMost(`${part}: more memory`, MOST_MORE_MIB, moreMiB(one, quietMiB), ' MiB'),
      none(`${part}: descriptors left open`, Math.max(0, filesLeft - (before?.filesLeft ?? 0) - SPARE_FILES)),
      none(`${part}: questions of the house without an answer`, vitals.unanswered),
    ]
  })
  return [
    ...each,
    atMost('all of these, one after the other: more memory', MOST_OF_ALL_MIB, together, ' MiB'),
  ]
}

const rowsOf = ({ seen, lateness, quietMiB }: Ours): Row[] =>
  seen.map((one, at) => ({ ...rowOf('ours', one, quietMiB), ...lateColumns(lateness[at] ?? []) }))

/** Each server is first seen while nobody comes. */
const withNobody = (kinds: readonly FloodKind[]): Part[] => (kinds.length > 0 ? ['nobody', ...kinds] : [])

const isKind = (word: string): word is FloodKind => Object.hasOwn(KINDS, word)

export const bench: Bench = {
  about:
    'wakeups, memory and descriptors while a stranger floods the door, beside the bare server (words: kinds)',
  smoke: ['leaving', '--smoke'],
  async run(words) {
    const times = words.includes('--smoke') ? SMOKE : WHOLE
    const named = words.filter(isKind)
    const kinds = named.length > 0 ? named : Object.keys(KINDS).filter(isKind)
    const plain = withNobody(kinds.filter((kind) => !OVER_TLS.includes(kind)))
    const secure = withNobody(kinds.filter((kind) => OVER_TLS.includes(kind)))
    await buildProduct()
    await buildBare()
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-flood-'))
    try {
      const own: Ours[] = []
      if (plain.length > 0) own.push(await endureOurs(plain, { folder, isOverTls: false, times }))
      if (secure.length > 0) own.push(await endureOurs(secure, { folder, isOverTls: true, times }))
      const other = plain.length > 0 ? await endureBare(plain, times) : []
      const quietBare = other[0]?.vitals.mostMiB ?? Number.NaN
      return {
        counted: `a wakeup is late by the time from its moment to the INVITE at a phone in a process of its own; ${CALLS_A_SECOND} calls are due in each of ${times.windowSeconds} seconds of each stranger. Memory is the most that was resident, beyond what was when the stranger came and the most while nobody came`,
        notes: [
          ...Object.entries(KINDS).map(([kind, does]) => `${kind}: ${does}`),
          'the stranger comes over 100 connections from an address of its own, in a process with the lowest priority; those of the house ask every 0.2 s, each time for health and for a list',
          'the bare server rings nobody: it is asked for its list. It has no certificate, and is spared those who come over TLS',
        ],
        tables: [
          { title: 'Ours', rows: own.flatMap(rowsOf) },
          { title: 'The bare server', rows: other.map((seen) => rowOf('bare', seen, quietBare)) },
        ],
        checks: own.flatMap(checksOf),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
