import { describe, expect, it } from 'vitest'
import { resolveTargets } from './resolve.ts'
import { inOrder, Places, type SrvRecord, srvName } from './srv.ts'
import { TargetMemory } from './target-memory.ts'

const record = (name: string, priority = 10, weight = 0, port = 5060): SrvRecord => ({
  name,
  priority,
  weight,
  port,
})
const names = (records: readonly SrvRecord[]) => records.map(({ name }) => name)
const nothing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

describe('the places behind a name', () => {
  it.each([
    ['UDP', '_sip._udp.pbx.example'],
    ['TCP', '_sip._tcp.pbx.example'],
    ['TLS', '_sips._tcp.pbx.example'],
  ] as const)('over %s stand under %s', (protocol, name) => {
    expect(srvName('pbx.example', protocol)).toBe(name)
  })

  it('are tried by priority, and among equals the heavy ones first more often', () => {
    const records = [record('c', 20), record('b', 10, 10), record('a', 10, 90)]
    expect(names(inOrder(records, () => 0))).toEqual(['b', 'a', 'c'])
    expect(names(inOrder(records, () => 11))).toEqual(['a', 'b', 'c'])
  })

  it('stay in their order while the records do', async () => {
    let chance = 0
    const places = new Places(
      () => Promise.resolve([record('a', 10, 50), record('b', 10, 50)]),
      () => chance,
    )
    const first = names(await places.of('x'))
    chance = 100
    expect(names(await places.of('x'))).toEqual(first)
  })

  it('are those of last time when the name server is away, and none when it says so', async () => {
    let answer: () => Promise<readonly SrvRecord[]> = () => Promise.resolve([record('a')])
    const places = new Places(
      () => answer(),
      () => 0,
    )
    expect(names(await places.of('x'))).toEqual(['a'])
    answer = () => nothing('ETIMEOUT')
    expect(names(await places.of('x'))).toEqual(['a'])
    answer = () => nothing('ENOTFOUND')
    expect(names(await places.of('x'))).toEqual([])
  })
})

describe('a line that names its exchange', () => {
  const lookup = (name: string) => Promise.resolve(name === 'a' ? '192.0.2.1' : '192.0.2.2')
  const places = () => Promise.resolve([record('a', 10, 0, 5070), record('b', 20, 0, 5080)])

  it('without a port finds every place behind it, each proved by the name that was asked for', async () => {
    expect(await resolveTargets('sip:pbx.example', { lookup, places, transport: 'TCP' })).toEqual([
      { host: '192.0.2.1', port: 5070, protocol: 'TCP', name: 'pbx.example' },
      { host: '192.0.2.2', port: 5080, protocol: 'TCP', name: 'pbx.example' },
    ])
  })

  it.each(['sip:pbx.example:5060', 'sip:192.0.2.9'])('as %s asks for none', async (uri) => {
    const asked: string[] = []
    const spy = (name: string) => {
      asked.push(name)
      return places()
    }
    expect(await resolveTargets(uri, { lookup, places: spy })).toHaveLength(1)
    expect(asked).toEqual([])
  })
})

describe('a place that has failed', () => {
  it('comes last for half a minute', () => {
    let now = 0
    const memory = new TargetMemory(() => now)
    const [one, other] = [
      { host: '192.0.2.1', port: 5060 },
      { host: '192.0.2.2', port: 5060 },
    ]
    memory.failed(one)
    expect(memory.bestFirst([one, other])).toEqual([other, one])
    now = 30_000
    expect(memory.bestFirst([one, other])).toEqual([one, other])
  })
})
