import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Line } from '@reveille/contract'
import { type Authority, authority, openPhones, type Phones, type PhoneScript } from '@reveille/sip/testing'
import type { MediaPort } from '@reveille/sip'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import { readTls } from '../src/calls/lines/tls-files.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { createLog, type Log } from '../src/kernel/log.ts'
import { newFolder, type Night, openNight } from './night.ts'
import type { Stage } from './stage.ts'
import { LISTENS } from './test-exchange.ts'

/** Lines over TLS: who is trusted, what a line says of whom it does not trust, and calls whose audio is encrypted. */

const JSON_BODY = { 'content-type': 'application/json' }
let house: Authority
let stranger: Authority
beforeAll(() => {
  if (!has('openssl')) return
  house = authority('The house')
  stranger = authority('Somebody else')
})

/** Into a folder that is gone after the test; gives the path. */
function file(name: string, content: Buffer, folder = newFolder()): string {
  const whole = path.join(folder, name)
  writeFileSync(whole, content)
  return whole
}

/** Refused audio is told before it rings. */
const AT_ONCE: PhoneScript = { does: 'answer', hangsUpAfterMs: 12_000 }

interface Secured {
  readonly line?: Partial<Line>
  readonly tls?: () => object
  /** Whether the phone of room 101 encrypts. */
  readonly room?: 'off' | 'required'
  readonly names?: readonly string[]
  readonly days?: number
  readonly demands?: boolean
  readonly script?: PhoneScript
  readonly log?: Log
}

type SecureNight = Night & {
  readonly phones: Phones
  /** Every key that audio was encrypted with, of either side. */
  readonly keys: ReadonlySet<string>
}

/** A hotel whose one line leads over TLS to an exchange that is called pbx.hotel. */
async function openSecureNight(options: Secured = {}): Promise<SecureNight> {
  const { line = {}, room, script = LISTENS, log } = options
  const tls = options.tls?.() ?? { ca: file('ca.pem', house.cert) }
  const rooms: Phones[] = []
  const keys = new Set<string>()
  const night = await openNight({
    ...(log ? { log } : {}),
    telephony: async (_, stage) => {
      noteKeys(stage.media, keys)
      const phones = await openSecurePhones(stage, options, script)
      rooms.push(phones)
      const { port } = phones.address
      const quiet = { register: false, keepAliveSeconds: 0, exchange: { host: '127.0.0.1', port: 9 } }
      if (room)
        phones.agent.addLine({ user: '101', domain: 'pbx.hotel', protocol: 'TLS', srtp: room, ...quiet })
      const own = { uri: 'sip:voice1@pbx.hotel', registrar: `127.0.0.1:${port}`, register: false }
      return { mode: 'sip', tls, lines: [{ ...own, transport: 'tls', ...line }] }
    },
  })
  const [phones] = rooms
  if (!phones) throw new Error('There is no exchange')
  return { ...night, phones, keys }
}

function noteKeys(media: MediaPort, keys: Set<string>) {
  const create = media.createStream.bind(media)
  vi.spyOn(media, 'createStream').mockImplementation(async (given) => {
    const stream = await create(given)
    const retarget = stream.retarget.bind(stream)
    vi.spyOn(stream, 'retarget').mockImplementation((agreed) => {
      for (const key of agreed.srtp ? [agreed.srtp.ours, agreed.srtp.theirs] : []) keys.add(key)
      retarget(agreed)
    })
    return stream
  })
}

/** Everything that lies in a folder, however deep. */
const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
    .join('\n')

async function openSecurePhones({ clock, media }: Stage, options: Secured, script: PhoneScript) {
  const { names = ['DNS:pbx.hotel'], days, demands = false } = options
  const trust = demands ? { requestCert: true, rejectUnauthorized: true, ca: house.cert } : {}
  const phones = await openPhones({
    clock: sipClock(clock),
    media,
    protocols: ['TLS'],
    tls: { ...house.issue(names, days), ...trust },
    script: () => script,
    onCall: () => {},
  })
  onTestFinished(() => phones.close({ abruptly: true }))
  return phones
}

interface LineHealth {
  readonly state: string
  readonly why: string
}

/** What is said of the line, once it says something like this. */
async function saysOfItsLine({ hotel }: Night, words: RegExp): Promise<string> {
  const health = async () =>
    (await hotel.request('boss', 'GET', '/rest/system/line')).json.lines[0] as LineHealth
  await hotel.until(async () => words.test(JSON.stringify(await health())), minutes(5))
  return JSON.stringify(await health())
}

describe.skipIf(!has('openssl'))('a line over TLS', () => {
  test('carries a call to an exchange that the house vouches for', async () => {
    const { hotel } = await openSecureNight()
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
  })

  test('says why it does not trust an exchange that somebody else vouches for', async () => {
    const night = await openSecureNight({ tls: () => ({ ca: file('ca.pem', stranger.cert) }) })
    expect(await saysOfItsLine(night, /refused/)).toContain(
      'the certificate of the exchange (pbx.hotel) was refused: nobody whom we trust vouches for it',
    )
  })

  test('says that the certificate of the exchange has expired', async () => {
    const night = await openSecureNight({ days: -1 })
    await saysOfItsLine(night, /was refused: it has expired/)
  })

  test('says that the exchange has another name than the line has it', async () => {
    const night = await openSecureNight({ names: ['DNS:other.hotel'] })
    await saysOfItsLine(night, /was refused: it is made out to another name .*other\.hotel/)
  })

  test('shows its own certificate to an exchange that wants to see one, and says so where it has none', async () => {
    const { key, cert } = house.issue(['DNS:voice.hotel'])
    const own = { cert: file('own.pem', cert), key: file('own.key', key) }
    const known = await openSecureNight({
      demands: true,
      tls: () => ({ ca: file('ca.pem', house.cert), ...own }),
    })
    const id = await known.hotel.ask('101', '2001')
    expect(await known.hotel.settled(id)).toMatchObject({ result: 1 })
    const unknown = await openSecureNight({ demands: true })
    await saysOfItsLine(unknown, /the exchange \(pbx\.hotel\) demands a certificate of ours/)
  })

  test('names the file that it cannot read, and works as soon as the file is there', async () => {
    const folder = newFolder()
    const ca = path.join(folder, 'ca.pem')
    const night = await openSecureNight({ tls: () => ({ ca }) })
    const said = await saysOfItsLine(night, /cannot be read/)
    expect(said).toContain(`the file ${ca} (telephony.tls.ca) cannot be read`)
    file('ca.pem', house.cert, folder)
    await night.hotel.pass(seconds(31))
    const id = await night.hotel.ask('101', '2005')
    expect(await night.hotel.settled(id)).toMatchObject({ result: 1 })
  })

  test('has other certificates as soon as the site names them', async () => {
    const night = await openSecureNight({ tls: () => ({ ca: file('ca.pem', stranger.cert) }) })
    await saysOfItsLine(night, /was refused/)
    const tls = { ca: file('ca.pem', house.cert) }
    const sections = JSON.stringify({ telephony: { mode: 'sip', tls } })
    const set = await night.hotel.request('boss', 'PUT', '/rest/config/site', sections, JSON_BODY)
    expect(set.status).toBe(200)
    const id = await night.hotel.ask('101', '2005')
    expect(await night.hotel.settled(id)).toMatchObject({ result: 1 })
  })
})

describe.skipIf(!has('openssl'))('a line that requires encrypted audio', () => {
  test('wakes a guest whose phone can', async () => {
    const { hotel } = await openSecureNight({ line: { srtp: 'required' }, room: 'required' })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
  })

  test('lets nobody read its keys: neither in a log of any level, nor in the dossier, nor in the data', async () => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const { hotel, keys } = await openSecureNight({ line: { srtp: 'required' }, room: 'required', log })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    const dossier = await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)
    expect(dossier.text).toContain('101')
    expect(keys.size).toBe(2)
    const written = [...lines, dossier.text, JSON.stringify(await hotel.log()), contentOf(hotel.folder)]
    for (const text of written) {
      expect([...keys].filter((key) => text.includes(key))).toEqual([])
      expect(text).not.toMatch(/inline:|a=crypto/)
    }
    expect(lines.length).toBeGreaterThan(0)
  })

  test('does not speak to a phone that cannot, and the guest counts as not reached', async () => {
    const { hotel, phones } = await openSecureNight({ line: { srtp: 'required' }, room: 'off' })
    const id = await hotel.ask('101', '2001')
    await hotel.pass(minutes(3))
    expect(phones.up).toBe(0)
    expect((await hotel.call(id)).result).not.toBe(1)
  })

  test('that only wishes for it speaks to a phone that cannot', async () => {
    const { hotel } = await openSecureNight({ line: { srtp: 'optional' }, room: 'off', script: AT_ONCE })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
  })

  test('is refused without TLS, in words', async () => {
    const { hotel } = await openNight({ lines: [1] })
    const line = { uri: 'sip:voice9@hotel.example', srtp: 'required' }
    const said = await hotel.request('boss', 'POST', '/rest/config/line', JSON.stringify(line), JSON_BODY)
    expect(said.status).toBe(400)
    expect(JSON.stringify(said.json)).toContain('needs transport: tls')
  })
})

describe.skipIf(!has('openssl'))('the files of certificates', () => {
  test('are named where they hold something else, or a key that does not fit', async () => {
    const [one, other] = [house.issue(['DNS:a.hotel']), house.issue(['DNS:b.hotel'])]
    const [cert, key, wrong] = [
      file('cert.pem', one.cert),
      file('key.pem', one.key),
      file('key.pem', other.key),
    ]
    const garbage = file('garbage.pem', Buffer.from('good morning'))
    const why = async (files: Parameters<typeof readTls>[0]) => {
      const read = await readTls(files)
      return 'why' in read ? read.why : null
    }
    expect(await why({ ca: file('ca.pem', house.cert), cert, key })).toBeNull()
    expect(await why({})).toBeNull()
    expect(await why({ cert: garbage, key })).toContain(
      `the file ${garbage} (telephony.tls.cert) cannot be used`,
    )
    expect(await why({ cert, key: wrong })).toContain(`the file ${wrong} (telephony.tls.key) cannot be used`)
    expect(await why({ ca: '/nowhere/ca.pem' })).toContain(
      'the file /nowhere/ca.pem (telephony.tls.ca) cannot be read',
    )
  })

  test('are verified whatever the environment says', async () => {
    const read = await readTls({})
    expect(read).toMatchObject({ material: { rejectUnauthorized: true } })
  })
})
