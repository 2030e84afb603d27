import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { decodeG711 } from '@reveille/sip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Baresip, startBaresip } from '../../../peers/baresip.ts'
import { DOMAIN, type Kamailio, startKamailio } from '../../../peers/kamailio.ts'
import { freePorts, HERE } from '../../../peers/ports.ts'
import { run, type Running } from '../../../peers/process.ts'
import { has } from '../../../peers/programs.ts'
import { compare, SAME } from '../../../peers/recording.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { seconds, systemClock } from '../src/kernel/clock.ts'
import { announced } from './announced.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { eventually } from '../testing/eventually.ts'

/** The whole way with nothing of ours but the product: an exchange and room phones that others wrote, by the real clock. */

const PROGRAMS = ['kamailio', 'baresip', 'sipp'] as const
const passwordOf = (user: string) => `password-of-${user}`
/** Nobody moves it. */
const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }

let exchange: Kamailio
let hotel: Hotel
const phones: Baresip[] = []
const programs: Running[] = []

const site = (port: number): SiteFile => ({
  ...SITE,
  site: { ...SITE.site, timezone: 'UTC' },
  mailboxes: [{ number: '101', language: 'de' }, { number: '102', language: 'fr' }, { number: '103' }],
  telephony: {
    mode: 'sip',
    lines: [
      {
        uri: `sip:voice1@${DOMAIN}`,
        password: passwordOf('voice1'),
        registrar: `${HERE}:${port}`,
        calls: 4,
      },
    ],
  },
})

async function fill(user: string): Promise<Baresip> {
  const registersAt = { domain: DOMAIN, exchange: exchange.address, password: passwordOf(user) }
  const phone = await startBaresip({ user, registersAt })
  phones.push(phone)
  await exchange.bound.next(`room ${user}`, (bound) => bound.user === user && bound.seconds > 0)
  return phone
}

/** sipp does not register by itself when it waits for calls: it is told to the exchange first, then waits there. */
async function installSipp(user: string): Promise<void> {
  const port = await freePorts(1)
  const scenario = path.join(hotel.folder, 'register.xml')
  await writeFile(scenario, registering(user, port))
  const { address } = exchange
  const known = exchange.bound.next(`room ${user}`, (bound) => bound.user === user && bound.seconds > 0)
  const here = ['-nostdin', '-i', HERE, '-mi', HERE, '-mp', String(await freePorts(3))]
  programs.push(run('sipp', ['-sf', scenario, '-m', '1', ...here, `${address.host}:${address.port}`]))
  await known
  const answering = path.join(hotel.folder, 'answer.xml')
  await writeFile(answering, ANSWERING)
  programs.push(run('sipp', ['-sf', answering, '-rtp_echo', ...here, '-p', String(port)]))
}

/** Like sipp's own, and it says how it was reached: its answers go back that way, whoever asks. */
const response = (status: string, to: string, more: string) => `<send retrans="500"><![CDATA[
SIP/2.0 ${status}
[last_Via:]
[last_Record-Route:]
[last_From:]
${to}
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port]>
${more}]]></send>`
const SPEAKING = `Content-Type: application/sdp
Content-Length: [len]

v=0
o=- 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 0
a=rtpmap:0 PCMU/8000
`
const ANSWERING = `<?xml version="1.0"?><scenario name="answer"><recv request="INVITE"/>
${response('200 OK', '[last_To:];tag=[pid]-[call_number]', SPEAKING)}<recv request="ACK"/><recv request="BYE"/>
${response('200 OK', '[last_To:]', 'Content-Length: 0\n\n')}</scenario>`

const registering = (user: string, port: number) => {
  const register = (seq: number, more: string) => `<send retrans="500"><![CDATA[
REGISTER sip:${DOMAIN} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:${user}@${DOMAIN}>;tag=[call_number]
To: <sip:${user}@${DOMAIN}>
Call-ID: [call_id]
CSeq: ${seq} REGISTER
Contact: <sip:${user}@${HERE}:${port}>
Expires: 300
Max-Forwards: 70
${more}Content-Length: 0

]]></send>`
  const credentials = `[authentication username=${user} password=${passwordOf(user)}]\n`
  return `<?xml version="1.0"?><scenario name="register">${register(1, '')}<recv response="401" auth="true"/>
${register(2, credentials)}<recv response="200"/></scenario>`
}

const ask = async (room: string, at: number) => {
  const datetime = new Date(at).toISOString()
  return (await hotel.request('desk', 'POST', '/rest/wakeup', { room, datetime })).json.id as string
}
const call = async (id: string) => (await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).json
const log = async (id: string) =>
  ((await hotel.request('boss', 'GET', '/rest/log?kind=wakeup')).json.log as LogRow[]).filter(
    ({ wakeup }) => wakeup === id,
  )
interface LogRow {
  readonly kind: string
  readonly wakeup: string
  readonly at: string
  readonly detail: Readonly<Record<string, unknown>>
}

beforeEach(async () => {
  const users = Object.fromEntries(['voice1', '101', '102', '103'].map((user) => [user, passwordOf(user)]))
  exchange = await startKamailio({ users })
  hotel = await openHotel({ site: site(exchange.address.port), clock })
  await hotel.open()
})
afterEach(async () => {
  await hotel.close()
  for (const phone of phones.splice(0)) await phone.stop()
  for (const program of programs.splice(0)) await program.stop()
  await exchange.stop()
})

describe.skipIf(!PROGRAMS.every(has))('baresip and sipp behind Kamailio', () => {
  it('ring no sooner than asked and hear the announcement in the language of their room', async () => {
    const [german, french] = [await fill('101'), await fill('102')]
    await installSipp('103')
    await eventually(async () =>
      expect((await hotel.request('desk', 'GET', '/rest/system')).json.registered).toBe(true),
    )

    const at = Math.ceil((clock.now() + seconds(8)) / 1_000) * 1_000
    const ids = [await ask('101', at), await ask('102', at), await ask('103', at)]
    await eventually(async () => {
      for (const id of ids) expect(await call(id)).toMatchObject({ result: 1, attempts: 1 })
    })

    for (const id of ids) {
      const dialled = (await log(id)).find(({ kind }) => kind === 'wakeup.dialled')
      // How late is for the benchmark to say.
      expect(dialled?.detail['lateMs']).toBeGreaterThanOrEqual(0)
    }
    for (const [phone, language] of [
      [german, 'de'],
      [french, 'fr'],
    ] as const) {
      await phone.event('CALL_CLOSED')
      const heard = compare(decodeG711((await announced(at, language)).pcmu, 'PCMU'), await phone.recording())
      expect(heard.blocks.length).toBeGreaterThan(5)
      expect(heard.worst, `what room ${language} heard`).toBeGreaterThan(SAME)
      expect(await phone.calls()).toBe(0)
    }
  }, 300_000)
})
