import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { timedMedia } from '@reveille/sip/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../../testing/manual-clock.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { lineInForce } from '../../hotel/settings/line.ts'
import { silentLog } from '../../kernel/log.ts'
import { sipClock } from './sip-clock.ts'
import { Telephony, type TelephonyPlan } from './telephony.ts'
import { eventually } from '../../../testing/eventually.ts'

const lines = (...names: string[]): TelephonyPlan & { mode: 'sip' } => ({
  mode: 'sip',
  lines: names.map((name) =>
    lineInForce({ name, tenant: '', config: { uri: `sip:${name}@127.0.0.1:5099`, register: false } }),
  ),
  place: { bind: '0.0.0.0', audioPorts: DEFAULTS.telephony.audioPorts },
})
const linesOf = (plan: TelephonyPlan) => (plan.mode === 'sip' ? plan.lines : [])
const overTls = (plan: TelephonyPlan) => ({
  mode: 'sip' as const,
  place: lines().place,
  lines: linesOf(plan).map((line) => lineInForce({ ...line, config: { ...line.config, transport: 'tls' } })),
})
const VIRTUAL: TelephonyPlan = { mode: 'virtual', behaviour: () => 'answer' }

let open: Telephony[] = []
afterEach(async () => {
  for (const telephony of open) await telephony.stop()
  open = []
})

function telephonyWith(plan: () => Promise<TelephonyPlan>, clock: ManualClock = manualClock(0)) {
  const telephony = new Telephony({ clock, log: silentLog, media: timedMedia(sipClock(clock)), plan })
  open.push(telephony)
  return telephony
}
async function reached(port: number) {
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  socket.destroy()
}
const namesOf = (telephony: Telephony) => telephony.describe().lines.map(({ name }) => name)

describe('the telephony', () => {
  it('of a house that plans none does not run', async () => {
    const telephony = telephonyWith(() => Promise.resolve({ mode: 'none' }))
    await telephony.start()
    expect(telephony.describe()).toEqual({ mode: 'none', running: false, registered: false, lines: [] })
  })

  it('knows what is to be rung with elsewhere, and rings nobody there', async () => {
    const there = lineInForce({ name: 'there', tenant: 'east', config: { uri: 'sip:x@10.0.0.9', calls: 3 } })
    let plan: TelephonyPlan = { ...lines('a'), elsewhere: [there] }
    const telephony = telephonyWith(() => Promise.resolve(plan))
    await telephony.start()
    expect(namesOf(telephony)).toEqual(['a'])
    expect(telephony.configured.map(({ name }) => name)).toEqual(['a', 'there'])
    expect(telephony.capacity('east')).toEqual({ lines: 4, exchanges: 2 })
    plan = { ...VIRTUAL, isElsewhere: true }
    await telephony.refresh()
    expect(telephony.describe()).toMatchObject({ mode: 'virtual', running: true, lines: [] })
    expect(telephony.capacity('')).toEqual({ lines: 200, exchanges: 1 })
  })

  it('has the lines that are planned, and each changed plan is in force afterwards', async () => {
    let plan: TelephonyPlan = lines('a', 'b')
    const telephony = telephonyWith(() => Promise.resolve(plan))
    await telephony.start()
    expect(telephony.describe()).toMatchObject({ mode: 'sip', running: true, registered: true })
    expect(namesOf(telephony)).toEqual(['a', 'b'])
    plan = lines('b', 'c')
    await telephony.refresh()
    expect(namesOf(telephony)).toEqual(['b', 'c'])
    plan = VIRTUAL
    await telephony.refresh()
    expect(telephony.describe()).toMatchObject({ mode: 'virtual', registered: true })
    expect(telephony.capacity('')).toEqual({ lines: 200, exchanges: 1 })
    plan = { mode: 'none' }
    await telephony.refresh()
    expect(telephony.describe()).toMatchObject({ running: false, lines: [] })
  })

  it('names every port that calls can come in at, and none while it does not run', async () => {
    let plan: TelephonyPlan = lines('a', 'b')
    const telephony = telephonyWith(() => Promise.resolve(plan))
    expect(telephony.ports()).toEqual([])
    await telephony.start()
    // One port for all lines, over UDP and TCP alike.
    expect(telephony.ports()).toEqual([expect.any(Number)])
    await reached(telephony.ports()[0] ?? 0)
    plan = VIRTUAL
    await telephony.refresh()
    // Ours, and that of the built-in phones.
    expect(new Set(telephony.ports()).size).toBe(2)
    plan = { mode: 'none' }
    await telephony.refresh()
    expect(telephony.ports()).toEqual([])
  })

  it('opens TLS while a line wants it, and at no other time', async () => {
    let plan = lines('a')
    const telephony = telephonyWith(() => Promise.resolve(plan))
    await telephony.start()
    expect(telephony.caller.securePort).toBeNull()
    plan = overTls(lines('a'))
    await telephony.refresh()
    const { port, securePort } = telephony.caller
    expect(telephony.ports()).toEqual([port, securePort])
    await reached(securePort ?? 0)
    plan = lines('a')
    await telephony.refresh()
    expect(telephony.ports()).toEqual([port])
    await expect(reached(securePort ?? 0)).rejects.toThrow('ECONNREFUSED')
  })

  it('carries on with its other lines where the certificates cannot be read, and names the file', async () => {
    const plan = { ...overTls(lines('a')), tls: { ca: '/nowhere/ca.pem' } }
    const both = { ...plan, lines: [...plan.lines, ...linesOf(lines('b'))] }
    const telephony = telephonyWith(() => Promise.resolve(both))
    await telephony.start()
    expect(telephony.describe().lines).toMatchObject([
      { name: 'a', working: false, why: expect.stringContaining('/nowhere/ca.pem (telephony.tls.ca)') },
      { name: 'b', working: true },
    ])
  })

  it('whose port is taken starts all the same, says why its lines do not work, and has it once it is free', async () => {
    const taken = createServer().listen(0, '0.0.0.0')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const clock = manualClock(0)
    const plan = { ...lines('a'), place: { bind: '0.0.0.0', port } }
    const telephony = telephonyWith(() => Promise.resolve(plan), clock)
    await telephony.start()
    const why = `port ${port} is taken by another program on this machine (telephony.port says which port is ours)`
    expect(telephony.describe()).toMatchObject({
      mode: 'sip',
      running: false,
      lines: [{ working: false, why }],
    })
    expect(telephony.caller.take('')).toBeNull()
    clock.advance(1_000)
    await telephony.refresh()
    expect(telephony.describe()).toMatchObject({ running: false, lines: [{ why }] })
    taken.close()
    await once(taken, 'close')
    clock.advance(1_000)
    await eventually(() => expect(telephony.describe()).toMatchObject({ running: true, registered: true }))
    expect(telephony.ports()).toEqual([port])
  })

  it('is opened anew where another port, address or public address is set', async () => {
    const place = { bind: '127.0.0.1' }
    const plans = [place, { ...place, publicAddress: 'pbx.example' }, { bind: '127.0.0.2' }]
    const telephony = telephonyWith(() =>
      Promise.resolve({ ...lines('a'), place: plans.shift() ?? { bind: '127.0.0.2' } }),
    )
    await telephony.start()
    const ports = [telephony.ports()]
    for (let n = 0; n < 3; n++) {
      await telephony.refresh()
      ports.push(telephony.ports())
    }
    expect(new Set(ports.map(([port]) => port)).size).toBe(3)
    expect(ports[3]).toEqual(ports[2])
  })

  it('that is told of two changes at once has the later one in force', async () => {
    const plans = [lines('a'), lines('b'), lines('c')]
    const telephony = telephonyWith(() => Promise.resolve(plans.shift() ?? lines('d')))
    await telephony.start()
    await Promise.all([telephony.refresh(), telephony.refresh()])
    expect(namesOf(telephony)).toEqual(['c'])
  })

  it('keeps its lines when the settings cannot be read, and reads them again a little later', async () => {
    const clock = manualClock(0)
    const plans: (TelephonyPlan | Error)[] = [lines('a'), new Error('The database is gone'), lines('b')]
    const telephony = telephonyWith(async () => {
      const plan = plans.shift() ?? lines('c')
      if (plan instanceof Error) throw plan
      return plan
    }, clock)
    await telephony.start()
    await telephony.refresh()
    expect(namesOf(telephony)).toEqual(['a'])
    clock.advance(5_000)
    await eventually(() => expect(namesOf(telephony)).toEqual(['b']))
    await telephony.refresh()
    expect(namesOf(telephony)).toEqual(['c'])
  })

  it('that cannot read its settings at the start does not start', async () => {
    const telephony = telephonyWith(() => Promise.reject(new Error('The database is gone')))
    await expect(telephony.start()).rejects.toThrow('The database is gone')
  })
})
