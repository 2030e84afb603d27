import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import tls from 'node:tls'
import { authority, type Certificate, openPhones, type Phones, silentMedia } from '@reveille/sip/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { basic } from './hotel.ts'
import { waitUntil } from './killed-hotel.ts'
import { type Run, useStarts } from './started.ts'

/** SIGHUP to the product itself, while a guest's phone rings and a screen follows what happens. */

const { folder, start, file } = useStarts()

const siteWith = ({ host, port }: Phones['address'], rooms: string) => `
site: { name: Reload Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: early-bird-9, permissions: [frontdesk, administrator] }]
mailboxes: [{ range: ${rooms} }]
telephony:
  mode: sip
  port: 0
  lines: [{ uri: "sip:voice1@${host}:${port}", register: false, calls: 10 }]
`

/** A phone that rings for some seconds and is answered then, and what it has seen. */
async function openPhone() {
  const seen: string[] = []
  const phones = await openPhones({
    media: silentMedia(),
    script: () => ({ does: 'answer', ringMs: 8_000, hangsUpAfterMs: 12_000 }),
    onEvent: (_, { kind }) => void seen.push(kind),
  })
  onTestFinished(() => phones.close({ abruptly: true }))
  return { phones, seen }
}

function putCertificate({ cert, key }: Certificate) {
  writeFileSync(path.join(folder(), 'cert.pem'), cert)
  writeFileSync(path.join(folder(), 'key.pem'), key)
}

/** Whom somebody meets who comes just now. */
async function shownAt(address: string, ca: Buffer): Promise<string> {
  const { port, hostname } = new URL(address)
  const socket = tls.connect({ host: hostname, port: Number(port), ca, servername: 'hotel.example' })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return new X509Certificate(raw).fingerprint256
}

const printOf = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256

/** A client that trusts the house, and has a connection of its own for each request. */
const clientOf = (address: string, ca: Buffer) => {
  const options = {
    ca,
    servername: 'hotel.example',
    headers: { authorization: basic('boss', 'early-bird-9') },
  }
  const ask = (target: string, more: https.RequestOptions = {}) =>
    https.request(`${address}${target}`, { ...options, ...more, agent: false })
  return {
    async get(target: string): Promise<Record<string, unknown>> {
      return JSON.parse(await textOf(ask(target).end()))
    },
    async post(target: string, body: URLSearchParams): Promise<Record<string, unknown>> {
      const headers = { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' }
      return JSON.parse(await textOf(ask(target, { method: 'POST', headers }).end(String(body))))
    },
    /** Follows what happens, over one connection that stays. */
    async follow() {
      const request = ask('/rest/events').end()
      const [response] = await once(request, 'response')
      let heard = ''
      let isOpen = true
      response.on('data', (text: Buffer) => (heard += String(text)))
      response.on('close', () => (isOpen = false))
      onTestFinished(() => void request.destroy())
      return { heard: () => heard, isOpen: () => isOpen }
    },
  }
}

async function textOf(request: ReturnType<typeof https.request>): Promise<string> {
  const [response] = await once(request, 'response')
  let text = ''
  for await (const piece of response) text += String(piece)
  return text
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const timesOf = (run: Run, words: RegExp) => run.output().match(words)?.length ?? 0

describe.skipIf(!has('openssl'))('a house that is told to read its files again', () => {
  it('shows a new certificate and knows new rooms, and the phone that rings goes on ringing', async () => {
    const house = authority('The house')
    const [first, second] = [house.issue(['DNS:hotel.example']), house.issue(['DNS:hotel.example'])]
    const { phones, seen } = await openPhone()
    putCertificate(first)
    const site = file('site.yaml', siteWith(phones.address, '101-103'))
    const run = start(['--port', '0', '--site', site, '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'])
    const address = await run.ready()
    const client = clientOf(address, house.cert)
    const screen = await client.follow()
    const body = new URLSearchParams({ room: '101', datetime: inSeconds(2) })
    const { id } = await client.post('/rest/wakeup', body)
    await waitUntil('the phone rings', 30_000, () => seen.includes('rings'))
    expect(await shownAt(address, house.cert)).toBe(printOf(first))

    putCertificate(second)
    file('site.yaml', siteWith(phones.address, '101-104'))
    run.child.kill('SIGHUP')
    await run.says(/were read again, and are in force/)
    expect(await shownAt(address, house.cert)).toBe(printOf(second))
    expect(await client.get('/rest/config/mailbox/104')).toMatchObject({ number: '104' })

    // A mistake in one of them: neither is taken, and the house goes on.
    putCertificate(first)
    file('site.yaml', 'mailboxes: [{ numbr: 1 }]')
    run.child.kill('SIGHUP')
    await run.says(/Nothing was changed: the house goes on as it was/)
    expect(run.output()).toMatch(/line 1: mailboxes\[0\]\.numbr is not a known setting/)
    writeFileSync(path.join(folder(), 'key.pem'), 'no key')
    file('site.yaml', siteWith(phones.address, '101-105'))
    run.child.kill('SIGHUP')
    await waitUntil('it is told again', 30_000, () => timesOf(run, /Nothing was changed/g) === 2)
    expect(run.output()).toMatch(/--tls-key names key\.pem, which holds no private key/)
    expect(await shownAt(address, house.cert)).toBe(printOf(second))

    const record = () => client.get(`/rest/wakeup/${String(id)}`)
    await waitUntil('the call is over', 60_000, async () => (await record())['status'] === 2)
    expect(await record()).toMatchObject({ result: 1, attempts: 1 })
    expect(seen.filter((kind) => kind === 'rings')).toHaveLength(1)
    expect([screen.isOpen(), screen.heard().includes('site.applied')]).toEqual([true, true])
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })
})
