import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { createUserAgent } from '../src/agent/user-agent.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { silentMedia } from '../testing/silent-media.ts'
import { meet as meetPeer } from './rfc3665/meeting.ts'
import { openStranger, wordOf } from './stranger.ts'

/** Each message of RFC 4475 is sent to a user agent over a real socket, and what comes back is judged. */

interface Row {
  /** What RFC 4475 asks for, or allows, in this section. */
  readonly asked: string
  /** The statuses that come back, in order; none where nothing does. */
  readonly answers: readonly number[]
  /** It comes from somebody else than the exchange of our lines. */
  readonly isStrange?: boolean
  /** Who is rung. */
  readonly rings?: string
  /** What stands in the last answer. */
  readonly says?: Readonly<Record<string, string>>
  /** Why ours is right where it is not simply what was asked for. */
  readonly because?: string
}

/** A call that is offered to somebody, who lets it ring and then says no. */
const rung = (rings: string) => ({ answers: [180, 603], rings })

const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY'
const NO_REGISTRAR = 'we are a user agent and no registrar (RFC 3261 8.2.1), and say what we are'
const notForUs = { answers: [405], says: { Allow: ALLOW }, because: NO_REGISTRAR } as const

const TABLE: Readonly<Record<string, Row>> = {
  wsinv: {
    asked: '3.1.1.1: well-formed',
    answers: [481],
    because: 'its To has a tag of a dialog that is none of ours (RFC 3261 12.2.2)',
  },
  intmeth: { asked: '3.1.1.2: well-formed, of a method unknown', answers: [501], says: { Allow: ALLOW } },
  esc01: { asked: '3.1.1.3: well-formed; the user is unescaped', ...rung('sips:user@example.com') },
  escnull: { asked: '3.1.1.4: well-formed REGISTER', ...notForUs },
  esc02: { asked: '3.1.1.5: not REGISTER, but a method unknown', answers: [501], says: { Allow: ALLOW } },
  lwsdisp: { asked: '3.1.1.6: well-formed', answers: [200] },
  longreq: { asked: '3.1.1.7: well-formed', ...rung('user') },
  dblreq: {
    asked: '3.1.1.8: the REGISTER is answered, and what lies behind it is ignored',
    ...notForUs,
    says: { Allow: ALLOW, 'Call-ID': 'dblreq.0ha0isndaksdj99sdfafnl3lk233412' },
  },
  semiuri: { asked: '3.1.1.9: well-formed', answers: [200] },
  transports: { asked: '3.1.1.10: well-formed', answers: [200] },
  mpart01: {
    asked: '3.1.1.11: well-formed MESSAGE',
    answers: [405],
    says: { Allow: ALLOW },
    because: 'we take no messages (RFC 3261 8.2.1)',
  },
  unreason: {
    asked: '3.1.1.12: a 200 like any other',
    answers: [],
    isStrange: true,
    because: 'it answers nothing of ours, and comes from nobody we have calls with',
  },
  noreason: { asked: '3.1.1.13: a 100 like any other', answers: [], because: 'it answers nothing of ours' },
  badinv01: { asked: '3.1.2.1: 400', answers: [400] },
  clerr: { asked: '3.1.2.2: 400 over UDP', answers: [400] },
  ncl: { asked: '3.1.2.3: 400', answers: [400] },
  scalar02: { asked: '3.1.2.4: 400', answers: [400] },
  scalarlg: { asked: '3.1.2.5: discarded', answers: [] },
  quotbal: { asked: '3.1.2.6: 400', answers: [400] },
  ltgtruri: { asked: '3.1.2.7: 400, or understood', answers: [400] },
  lwsruri: { asked: '3.1.2.8: 400', answers: [400] },
  lwsstart: { asked: '3.1.2.9: 400, or understood', answers: [400] },
  trws: { asked: '3.1.2.10: 400, or understood', answers: [400] },
  escruri: {
    asked: '3.1.2.11: 400, or the headers in the address are ignored',
    ...rung('user'),
    because: 'we forward nothing, so ignoring them is safe',
  },
  baddate: { asked: '3.1.2.12: 400, or the date is ignored', ...rung('user'), because: 'nobody reads dates' },
  regbadct: { asked: '3.1.2.13: 400, or understood', ...notForUs },
  badaspec: { asked: '3.1.2.14: 400, or understood', answers: [200] },
  baddn: {
    asked: '3.1.2.15: 400, or understood',
    answers: [],
    because: 'as recorded it lacks the empty line that ends a head (RFC 3261 7): no message; see below',
  },
  badvers: { asked: '3.1.2.16: 505', answers: [505] },
  mismatch01: { asked: '3.1.2.17: 400', answers: [400] },
  mismatch02: { asked: '3.1.2.18: 501, or 400', answers: [400] },
  bigcode: { asked: '3.1.2.19: discarded', answers: [] },
  badbranch: { asked: '3.2.1: 400, or told apart as RFC 2543 does', answers: [200] },
  insuf: { asked: '3.3.1: 400', answers: [400] },
  unkscm: { asked: '3.3.2: 416', answers: [416] },
  novelsc: { asked: '3.3.3: 416', answers: [416] },
  unksm2: { asked: '3.3.4: well-formed REGISTER', ...notForUs },
  bext01: {
    asked: '3.3.5: 420 with what of Require is unknown; Proxy-Require is for proxies',
    answers: [420],
    says: { Unsupported: 'nothingSupportsThis, nothingSupportsThisEither' },
  },
  invut: { asked: '3.3.6: 415 with Accept', answers: [415], says: { Accept: 'application/sdp' } },
  regaut01: { asked: '3.3.7: refused as if it had no Authorization', ...notForUs },
  multi01: { asked: '3.3.8: 400', answers: [400] },
  mcl01: { asked: '3.3.9: 400', answers: [400] },
  bcast: { asked: '3.3.10: discarded', answers: [] },
  zeromf: { asked: '3.3.11: answered by whom it is for; only a proxy says 483', answers: [200] },
  cparam01: { asked: '3.3.12: well-formed REGISTER', ...notForUs },
  cparam02: { asked: '3.3.13: well-formed REGISTER', ...notForUs },
  regescrt: { asked: '3.3.14: well-formed REGISTER', ...notForUs },
  sdp01: { asked: '3.3.15: 406, or 400', answers: [406] },
  inv2543: {
    asked: '3.4.1: accepted by those who want to understand RFC 2543',
    answers: [400],
    because:
      'without a Contact (RFC 3261 8.1.1.8) there is nobody to send a BYE to: the call could not be ended',
  },
}

const FOLDER = new URL('data/torture/', import.meta.url)
const NAMES = readdirSync(FOLDER).map((file) => file.replace(/\.dat$/, ''))
const bytesOf = (name: string) => readFileSync(new URL(`${name}.dat`, FOLDER))

/** RFC 3261 17.2: those of transactions that nobody acknowledges (H), and what follows them (I). */
const LAST_TIMER_MS = 64 * 500 + 5_000

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A user agent with a line for everybody who is rung in these messages, at the exchange that sends them, or at another. */
async function meet({ isStrange = false } = {}) {
  const clock = manualClock()
  const calls: string[] = []
  const agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    media: silentMedia(),
    clock,
    onCall(call) {
      calls.push(call.to)
      call.ring()
      call.reject(603)
    },
  })
  closers.push(() => agent.close({ abruptly: true }))
  const exchange = { host: isStrange ? '127.0.0.2' : '127.0.0.1', port: 9 }
  for (const user of ['user', 'sips:user@example.com', 'UserB'])
    agent.addLine({ user, domain: 'example.com', exchange, register: false, keepAliveSeconds: 0 })
  const stranger = await openStranger(agent.local)
  closers.push(() => stranger.close())
  return { agent, clock, calls, stranger }
}

describe('the torture messages of RFC 4475, sent to a user agent', () => {
  it('are all in the table', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(NAMES.toSorted())
    expect(NAMES).toHaveLength(49)
  })

  it.each(Object.entries(TABLE).map(([name, row]) => ({ name, ...row })))(
    '$name ($asked) is answered with $answers',
    async ({ name, answers, rings, says = {}, isStrange = false }) => {
      const { agent, clock, calls, stranger } = await meet({ isStrange })
      stranger.send(bytesOf(name))
      const heard = [...(await stranger.heard()), ...(await stranger.heard())]
      expect(heard.map(wordOf)).toEqual(answers)
      for (const [header, value] of Object.entries(says))
        expect(heard.at(-1)).toContain(`\r\n${header}: ${value}\r\n`)
      expect(calls).toEqual(rings === undefined ? [] : [rings])
      expect(agent.calls).toBe(0)
      clock.advance(LAST_TIMER_MS)
      expect(agent.unfinished).toBe(0)
    },
  )

  it('are all sent to the same one, twice, which still answers and has nothing left to do', async () => {
    const { agent, clock, stranger } = await meet()
    for (const name of [...NAMES, ...NAMES]) stranger.send(bytesOf(name))
    const answerable = NAMES.filter((name) => TABLE[name]?.answers.length !== 0)
    expect((await stranger.heard()).length).toBeGreaterThanOrEqual(2 * answerable.length)
    expect(agent.unfinished).toBeGreaterThan(0)
    clock.advance(LAST_TIMER_MS)
    expect([agent.unfinished, agent.calls]).toEqual([0, 0])
    await stranger.heard()
  })

  it('baddn, once its head is ended, is understood: the names lack their quotes, and are only shown', async () => {
    const { stranger } = await meet()
    stranger.send(Buffer.concat([bytesOf('baddn'), Buffer.from('\r\n')]))
    expect((await stranger.heard()).map(wordOf)).toEqual([200])
  })

  it('badbranch: two that have no more than the cookie for a branch are not taken for one', async () => {
    const { stranger } = await meet()
    const other = bytesOf('badbranch').toString().replace('badbranch.', 'another.')
    stranger.send(bytesOf('badbranch'))
    stranger.send(Buffer.from(other))
    const callIds = (await stranger.heard()).map((text) => /^Call-ID: ([a-z]+)\./m.exec(text)?.[1])
    expect(callIds).toEqual(['badbranch', 'another'])
  })

  it('unreason, noreason: an answer to our own call may give any reason, or none', async () => {
    const { agent, peer, line, dial } = await meetPeer()
    agent.addLine(line())
    const told: [number, string][] = []
    const call = dial({ onProgress: (status, reason) => void told.push([status, reason]) })
    const invite = await peer.takes('INVITE')
    peer.says(invite, 100, { reason: '' })
    peer.says(invite, 486, { reason: '= 2**3 * 5**2 но сто девяносто девять - простое' })
    await peer.takes('ACK')
    expect(await call.ended).toMatchObject({ outcome: 'busy', reason: told.at(-1)?.[1] })
    expect(told).toEqual([
      [100, ''],
      [486, '= 2**3 * 5**2 но сто девяносто девять - простое'],
    ])
  })

  it('insuf: of what the request lacks, nothing is made up in the answer', async () => {
    const { stranger } = await meet()
    stranger.send(bytesOf('insuf'))
    const [answer] = await stranger.heard()
    expect(answer).toMatch(/^SIP\/2\.0 400 Missing To header\r\n/)
    expect(answer).not.toMatch(/^(?:From|To|Call-ID):/m)
  })
})
