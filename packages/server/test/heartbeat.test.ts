import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createGuard } from '../src/connectors/webhook/guard.ts'
import { httpHeartbeat } from '../src/connectors/webhook/heartbeat.ts'
import { minutes } from '../src/kernel/clock.ts'
import { createLog } from '../src/kernel/log.ts'
import { openNight } from './night.ts'
import { fillDisk } from './full-disk.ts'
import { openReceiver, type Receiver } from './receiver.ts'

let monitor: Receiver
beforeEach(async () => {
  monitor = await openReceiver()
  onTestFinished(() => monitor.close())
})

const HERE = ['127.0.0.1']
const tell = (allow: readonly string[], address = monitor.url, signal = new AbortController().signal) =>
  httpHeartbeat({
    guard: createGuard({ allow: () => allow, ownPorts: () => [] }),
    version: '1.2.3',
    siteProxy: () => ({}),
  }).tell(address, signal)

describe('a monitor elsewhere', () => {
  test('is asked for under its address, and hears who it is', async () => {
    await tell(HERE, `${monitor.url}hotel?key=a`)
    expect(monitor.pushes).toMatchObject([
      { path: '/hotel?key=a', headers: { 'user-agent': 'Reveille/1.2.3' }, text: '' },
    ])
  })

  test.each([404, 500])('that answers %i has not heard us', async (status) => {
    monitor.meet(status)
    await expect(tell(HERE)).rejects.toThrow(`it answered ${status}`)
  })

  test('that does not answer is let go', async () => {
    monitor.meet('hang')
    const cutOff = new AbortController()
    const told = tell(HERE, monitor.url, cutOff.signal)
    await monitor.next()
    cutOff.abort()
    await expect(told).rejects.toThrow('aborted')
  })

  test('on this machine is refused, unless the site allows it', async () => {
    await expect(tell([])).rejects.toThrow('name 127.0.0.1 in network.allow')
    expect(monitor.pushes).toEqual([])
  })
})

describe('a hotel with a monitor', () => {
  const network = () => ({ allow: HERE, heartbeat: monitor.url })

  test('tells it from the beginning that it is well', async () => {
    await openNight({ site: { network: network() } })
    expect(await monitor.next()).toMatchObject({ path: '/' })
  })

  test('tells it nothing while no line works, and its own log why', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    const night = await openNight({ site: { network: network() }, telephony: () => undefined, log })
    await night.hotel.pass(minutes(3))
    expect(monitor.pushes).toEqual([])
    const withheld = lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'heartbeat.withheld')
    expect(withheld).toMatchObject([{ why: 'no telephone line works' }])
  })

  test('tells it nothing while nothing can be written', async () => {
    const night = await openNight({ site: { network: network() } })
    await monitor.next()
    fillDisk(night.hotel)
    await night.hotel.pass(minutes(3))
    expect(monitor.pushes).toHaveLength(1)
  })
})
