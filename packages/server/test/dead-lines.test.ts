import { openExchange } from '@reveille/sip/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'

/** A hotel whose one line leads through an exchange that does not answer some requests, or refuses them. */
async function openBehind(refuses: Readonly<Record<string, number | 'silence'>>, register: boolean) {
  return openNight({
    async telephony({ phones }) {
      const proxy = await openExchange({
        domain: 'hotel.test',
        accounts: {},
        challenges: [],
        phones: phones.address,
        refuses,
      })
      onTestFinished(() => proxy.close())
      const { host, port } = proxy.address
      const line = { uri: 'sip:voice1@hotel.test', registrar: `${host}:${port}`, register }
      return { mode: 'sip', lines: [line] }
    },
  })
}

/** A hotel whose one line has the wrong password, and what the exchange was asked with it. */
async function openRefused(register: boolean) {
  const asked: ReadonlyArray<{ method: string; headers: { get(name: string): string | undefined } }>[] = []
  const night = await openNight({
    wakeup: { escalation: { extension: '0' } },
    async telephony({ phones }) {
      const proxy = await openExchange({
        domain: 'hotel.test',
        accounts: { voice1: 'right' },
        phones: phones.address,
      })
      onTestFinished(() => proxy.close())
      asked.push(proxy.requests)
      const { host, port } = proxy.address
      const line = { uri: 'sip:voice1@hotel.test', registrar: `${host}:${port}`, register, password: 'wrong' }
      return { mode: 'sip', lines: [{ ...line, calls: 4 }] }
    },
  })
  /** Calls that gave the wrong password. */
  const calls = () =>
    new Set(
      asked
        .flat()
        .filter(({ method, headers }) => method === 'INVITE' && headers.get('proxy-authorization'))
        .map(({ headers }) => headers.get('call-id')),
    ).size
  return { night, calls }
}

const line = async ({ hotel }: Night) =>
  (await hotel.request('boss', 'GET', '/rest/system/line')).json.lines[0]
const alarms = async ({ hotel }: Night) => (await hotel.alarms()).map(({ kind, state }) => [kind, state])

describe('a line that is judged dead', () => {
  test('because its exchange does not answer OPTIONS is tried all the same, and then works', async () => {
    const night = await openBehind({ OPTIONS: 'silence' }, false)
    const { hotel, exchange } = night
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(3))
    expect(await line(night)).toMatchObject({ working: false, why: 'the exchange does not answer' })
    expect(await hotel.settled(await hotel.ask('101', '2010'))).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([600])
    expect(await line(night)).toMatchObject({ working: true, why: '' })
    await hotel.until(async () => (await alarms(night)).every(([, state]) => state === 'over'), minutes(1))
    expect(await alarms(night)).toEqual([['line.down', 'over']])
  })

  test('because it may not register is tried all the same, and says why it is not registered', async () => {
    const night = await openBehind({ REGISTER: 403 }, true)
    const { hotel, exchange } = night
    await hotel.until(async () => (await hotel.alarms()).length > 0, minutes(3))
    expect(await hotel.settled(await hotel.ask('101', '2010'))).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([600])
    const why =
      'the exchange does not let it register: a wrong password, or the extension is registered elsewhere (403 Forbidden)'
    expect(await line(night)).toMatchObject({ working: false, why })
    expect(await alarms(night)).toEqual([['line.down', 'open']])
  })

  test.each([
    // The desk is rung as well, about the line: one call after the other.
    [true, '401 Unauthorized', 4],
    // What is not known before the first calls is known after them.
    [false, '407 Proxy Authentication Required', 6],
  ])(
    'because its password is wrong, registering %s, is tried so seldom that its account is not locked',
    async (register, status, most) => {
      const { night, calls } = await openRefused(register)
      const { hotel } = night
      const ids: string[] = []
      for (const room of ['101', '102', '103', '104']) ids.push(await hotel.ask(room, '2005'))
      await hotel.pass(minutes(6))
      const why = `the exchange does not accept its user name and password (${status})`
      expect(await line(night)).toMatchObject({ working: false, why })
      expect((await hotel.alarms())[0]).toMatchObject({
        kind: 'line.down',
        text: `Telephone line voice1 does not work: ${why}`,
      })
      for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
      expect(calls()).toBeGreaterThan(1)
      expect(calls()).toBeLessThanOrEqual(most)
    },
  )

  test('takes no call while another line works, though that one is taken', async () => {
    const night = await openNight({
      telephony: (here) => ({
        mode: 'sip',
        lines: [
          ...(here.telephony(1).lines ?? []),
          { name: 'gone', uri: 'sip:gone@127.0.0.1:9', register: false },
        ],
      }),
    })
    const { hotel, exchange } = night
    await hotel.pass(minutes(1))
    const ids = [await hotel.ask('101', '2005'), await hotel.ask('102', '2005')]
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const [first = 0, second = 0] = exchange.rings().map(secondsAfterEight)
    expect([first, second < 330]).toEqual([300, true])
    const lines = (await hotel.log('wakeup.dialled')).map(({ detail }) => detail['line'])
    expect(lines).toEqual(['voice1', 'voice1'])
  })

  test('takes calls that have waited for half a minute while the line that works is taken', async () => {
    const night = await openNight({
      async telephony(here) {
        const { address: phones } = here.phones
        const refuses = { OPTIONS: 'silence' } as const
        const proxy = await openExchange({
          domain: 'hotel.test',
          accounts: {},
          challenges: [],
          phones,
          refuses,
        })
        onTestFinished(() => proxy.close())
        const { host, port } = proxy.address
        const trunk = { name: 'trunk', uri: 'sip:trunk@hotel.test', registrar: `${host}:${port}` }
        const lines = [...(here.telephony(1).lines ?? []), { ...trunk, register: false, calls: 8 }]
        return { mode: 'sip', lines }
      },
    })
    const { hotel, exchange } = night
    await hotel.pass(minutes(1))
    const ids: string[] = []
    for (const room of ['101', '102', '103', '104', '105', '106', '107', '108'])
      ids.push(await hotel.ask(room, '2005'))
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const rings = exchange.rings().map(secondsAfterEight)
    expect(Math.max(...rings)).toBeLessThan(340)
    expect(rings.filter((at) => at >= 330).length).toBeGreaterThan(3)
  })

  test('and stays so does not keep the desk from hearing of its guests in time', async () => {
    const night = await openBehind({ OPTIONS: 'silence', INVITE: 'silence' }, false)
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2005')
    await hotel.until(async () => (await alarms(night)).length > 1, minutes(10))
    expect(await alarms(night)).toEqual([
      ['line.down', 'open'],
      ['wakeup.no-line', 'open'],
    ])
    const told = Date.parse((await hotel.alarms())[1]?.raised ?? '') - Date.UTC(2026, 10, 14, 19, 5)
    expect(told).toBeGreaterThanOrEqual(minutes(2))
    expect(told).toBeLessThan(minutes(3) + seconds(10))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
    expect(exchange.rings()).toEqual([])
  })
})
