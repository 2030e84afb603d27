import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePorts } from '../../../peers/ports.ts'
import { has } from '../../../peers/programs.ts'
import { PATIENCE } from '../testing/eventually.ts'
import { alarm } from '../testing/records.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { ROOT } from './process.ts'

const example = (name: string) => path.join(ROOT, 'docs/examples', name)

describe('the examples of the guide', () => {
  let hotel: Hotel
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    hotel = await openHotel()
    const url = await hotel.open()
    env = { ...process.env, REVEILLE_URL: url, REVEILLE_USER: 'boss', REVEILLE_PASSWORD: 'boss-pw' }
  })
  afterAll(() => hotel.close())

  /** What it prints, and how it ends. */
  const run = async (program: string, ...words: string[]) => {
    const ran = promisify(execFile)(program, words, { env, cwd: ROOT })
    return ran.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  }
  const asked = async () => {
    const { json } = await hotel.request('boss', 'GET', '/rest/wakeup/list/pending')
    return json.pending.at(-1)?.id
  }

  it('in TypeScript wakes a room, and tells how that ended', async () => {
    const ran = run(
      process.execPath,
      '--import',
      'tsx',
      example('wake.ts'),
      '101',
      '2026-11-15T07:00:00+01:00',
    )
    const id = await vi.waitUntil(asked, PATIENCE)
    await hotel.request('boss', 'PUT', `/rest/wakeup/${id}`, { result: '1' })
    expect(await ran).toEqual({ code: 0, stdout: `Room 101 was woken (${id})\n` })
  })

  it.skipIf(!has('python3'))('in Python charges an item, and shows what stands on the room', async () => {
    const { code, stdout } = await run('python3', example('charge.py'), '101', '10', '2')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^2026-11-14T20:00:00\+01:00 {2}2 x .+ {2}[\d.]+\n$/),
    ])
  })

  it.skipIf(!has('python3'))('in Python says in words why something was refused', async () => {
    expect((await run('python3', example('charge.py'), '101', 'nothing', '2')).code).toBe(1)
  })

  it.skipIf(!has('curl'))('with curl tells what is open, by its end too', async () => {
    expect(await run('sh', example('morning.sh'))).toEqual({ code: 0, stdout: 'Nothing is open.\n' })
    await hotel.app.database.transaction(({ alarms }) => alarms.insert(alarm({ text: 'Nobody answered' })))
    expect(await run('sh', example('morning.sh'))).toEqual({
      code: 1,
      stdout: expect.stringContaining('Nobody answered'),
    })
    env = { ...env, REVEILLE_PASSWORD: 'wrong' }
    expect((await run('sh', example('morning.sh'))).code).toBeGreaterThan(1)
  })
})

describe.skipIf(!has('python3'))('the receiver of the guide', () => {
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

  /** The program, and what it has taken so far. */
  async function receiver(port: number) {
    const env = { ...process.env, REVEILLE_SECRET: SECRET }
    const child = spawn('python3', [example('receiver.py'), String(port)], { env })
    const gone = once(child, 'exit')
    onTestFinished(async () => {
      child.kill()
      await gone
    })
    const taken: string[] = []
    child.stdout.on('data', (text) => taken.push(String(text)))
    const asked = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers }).then(({ status }) => status)
    await vi.waitUntil(() => asked({}).catch(() => null), PATIENCE)
    return { taken, asked }
  }

  it('takes what is signed, and nothing else', async () => {
    const port = await freePorts()
    const { taken, asked } = await receiver(port)
    expect(
      await asked({
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,x',
      }),
    ).toBe(401)
    const bar = {
      name: 'bar',
      type: 'webhook' as const,
      url: `http://127.0.0.1:${port}/charges`,
      secret: SECRET,
    }
    const hotel = await openHotel({
      site: {
        ...SITE,
        inventory: { ...SITE.inventory, connectors: [bar] },
        network: { allow: ['127.0.0.1'] },
      },
      connectorFor: 'network',
      now: Date.now(),
    })
    onTestFinished(() => hotel.close())
    await hotel.open()
    await hotel.request('boss', 'POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '101' })
    await vi.waitUntil(() => taken.length > 0, PATIENCE)
    expect(taken.join('')).toMatch(/"room": "101"/)
  })
})
