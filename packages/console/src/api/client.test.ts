import { describe, expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { addressOf, type Asked, Client } from './client.ts'

interface Sent {
  readonly path: string
  readonly key: string | null
  readonly csrf: string | null
  readonly idle: string | null
}

const refusal = (status: number, fields: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ error: 4, description: 'So', reference: 'r1', ...fields }, { status, headers })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

/** A server that answers as it was told, one answer after the other. */
function asked(answers: readonly (() => Response)[], { opens = true, tenant = '' } = {}) {
  const sent: Sent[] = []
  const waits: number[] = []
  const people: string[] = []
  const told: number[] = []
  let at = 0
  const person = (deed: string) => () => {
    people.push(deed)
    return Promise.resolve(opens)
  }
  const client = new Client({
    request: async (path, init) => {
      const headers = new Headers(init?.headers)
      sent.push({
        path: String(path),
        key: headers.get('idempotency-key'),
        csrf: headers.get('x-reveille-csrf'),
        idle: headers.get('reveille-idle'),
      })
      return (answers[at++] ?? lost)()
    },
    clock: {
      own: () => 0,
      now: () => 0,
      hear: (heard) => told.push(heard.told),
      after: (ms, act) => {
        waits.push(ms)
        act()
        return () => {}
      },
      every: () => () => {},
      frame: () => () => {},
      spareFrame: () => () => {},
      onSet: () => () => {},
    },
    ids: { key: () => `key${sent.length}`, chance: () => 0 },
    tenant: () => tenant,
    csrf: () => 'c1',
    untouchedMs: () => 65_400,
    signIn: person('sign in'),
    unlock: person('unlock'),
    sawBuild: () => {},
    onUnreachable: () => {},
  })
  return { client, sent, waits, people, told }
}

const GET: Asked = { method: 'GET', path: '/rest/alarm' }
const POST: Asked = { method: 'POST', path: '/rest/wakeup', body: { room: '101' } }
const ok = () => Response.json({ done: true })

describe('what the console asks of the server', () => {
  it('carries the values of its path, and the fields that were given', () => {
    expect(addressOf('/rest/wakeup/:id', { id: 'a/b' })).toBe('/rest/wakeup/a%2Fb')
    expect(addressOf('/rest/alarm', {}, { state: 'open', limit: undefined })).toBe('/rest/alarm?state=open')
  })

  it('is found by the id of its operation', async () => {
    const { client, sent } = asked([ok])
    await client.call('alarm.get', { params: { id: '7' } })
    expect(sent).toMatchObject([{ path: '/rest/alarm/7', csrf: 'c1', idle: '65', key: null }])
  })

  it('is of the tenant that is looked at, unless it names another or is asked for by its id', async () => {
    const { client, sent } = asked([ok, ok, ok, ok], { tenant: 'east' })
    await client.call('wakeup.list', {})
    await client.call('wakeup.create', { query: { tenant: 'west' }, body: { room: '118', time: '0630' } })
    await client.call('wakeup.dossier', { params: { id: '7' } })
    await client.call('alarm.list', {})
    expect(sent.map(({ path }) => path)).toEqual([
      '/rest/wakeup/list?tenant=east',
      '/rest/wakeup?tenant=west',
      '/rest/wakeup/7/dossier',
      '/rest/alarm',
    ])
  })

  it('is asked again when the server cannot be reached, three times', async () => {
    const { client, waits } = asked([])
    await expect(client.ask(GET)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(waits).toEqual([300, 1_000, 3_000])
  })

  it('is done once, however often it had to be sent', async () => {
    const { client, sent } = asked([lost, () => refusal(503), ok])
    await client.ask(POST)
    expect(sent.map(({ key }) => key)).toEqual(['key0', 'key0', 'key0'])
  })

  it('is not repeated by itself where it changes or removes something', async () => {
    const { client, sent } = asked([lost, ok])
    await expect(client.ask({ method: 'DELETE', path: '/rest/wakeup/1' })).rejects.toBeInstanceOf(Failure)
    expect(sent).toHaveLength(1)
  })

  it('is not repeated when the server has refused it', async () => {
    const { client, sent } = asked([() => refusal(409, { error: 7 }), ok])
    await expect(client.ask(POST)).rejects.toMatchObject({ told: { error: 7, reference: 'r1' } })
    expect(sent).toHaveLength(1)
  })

  it('goes on under the same key once somebody has signed in, or unlocked the screen', async () => {
    const answers = [() => refusal(401), () => refusal(403, { error: 12 }), ok]
    const { client, sent, people } = asked(answers)
    await client.ask(POST)
    expect(people).toEqual(['sign in', 'unlock'])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('ends when nobody signs in, and asks nobody where the page does so itself', async () => {
    const first = asked([() => refusal(401)], { opens: false })
    await expect(first.client.ask(GET)).rejects.toMatchObject({ kind: 'signed-out' })
    const second = asked([() => refusal(401)])
    await expect(second.client.ask(POST, { isPlain: true })).rejects.toMatchObject({ kind: 'signed-out' })
    expect(second.people).toEqual([])
  })

  it('tells how long to wait, where the server says so', async () => {
    const { client } = asked([() => refusal(429, { error: 9 }, { 'retry-after': '161' })])
    await expect(client.ask(GET)).rejects.toMatchObject({ told: { againInSeconds: 161 } })
  })

  it('sets the clock by what the server tells of the time', async () => {
    const { client, told } = asked([
      () => Response.json({}, { headers: { 'reveille-time': '1763184734000' } }),
    ])
    await client.ask(GET)
    expect(told).toEqual([1_763_184_734_000])
  })

  it('may answer nothing at all, or nothing that makes sense', async () => {
    const { client } = asked([() => new Response(''), () => new Response('<html>')])
    expect(await client.ask(GET)).toBeNull()
    await expect(client.ask(GET)).rejects.toMatchObject({ kind: 'unreadable' })
  })
})
