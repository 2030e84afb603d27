import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLink } from '../src/index.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openPms } from '../testing/scripted-pms.ts'
import { GUESTS, NOON, posting } from './journey.ts'
import { until } from './until.ts'

/** Mistakes that public programs make over this wire, looked for in every byte of a day of ours. */

const STX = '\u0002'
const ETX = '\u0003'
let said = ''
let records: readonly string[]

/** Lets everything through, and keeps what the client says. */
async function listenIn(port: number): Promise<Server> {
  const relay = createServer((client) => {
    const pms = connect(port, '127.0.0.1')
    client.on('data', (chunk) => (said += chunk.toString('latin1')))
    client.pipe(pms).pipe(client)
    for (const socket of [client, pms]) socket.on('error', () => socket.destroy())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return relay
}

beforeAll(async () => {
  const clock = manualClock(NOON)
  const pms = await openPms({ clock, guests: GUESTS, behaviour: { shuffles: true, posting: 'other first' } })
  const relay = await listenIn(pms.address.port)
  const { port } = relay.address() as AddressInfo
  const features = { wakeups: true, guests: true }
  const link = createLink({ host: '127.0.0.1', port, clock, features })
  link.start()
  await until('a link', () => link.state === 'alive')
  await link.post(posting(77))
  await link.post(posting(99_999_999, { what: { amount: '14.50' }, itemText: '2 Cola' }))
  for (let minutes = 0; minutes < 12; minutes++) {
    clock.advance(60_000)
    await until('a link', () => link.state === 'alive')
  }
  link.answerWakeup({ room: '101', date: '260315', time: '065937' }, 'OK')
  await link.stop()
  relay.close()
  await pms.close()
  records = said.split(ETX).map((record) => record.replace(STX, ''))
})

const recordsOf = (id: string) => records.filter((record) => record.startsWith(`${id}|`))

describe('we do not', () => {
  it('end lines instead of framing records', () => {
    const frames = said.slice(0, -1).split(ETX)
    expect(frames.filter((frame) => !frame.startsWith(STX) || !frame.endsWith('|'))).toEqual([])
    expect(said.replaceAll(STX, '').replaceAll(ETX, '')).not.toMatch(/[\r\n]/)
    expect([frames.length > 15, said.endsWith(ETX)]).toEqual([true, true])
  })

  it('say LA as a heart-beat: twelve minutes of silence have two LS, and the only LA is that of the description', () => {
    expect([recordsOf('LS').length, recordsOf('LA').length]).toEqual([2, 1])
  })

  it('post before the property system is there', () => {
    const [first = ''] = recordsOf('PS')
    expect(records.indexOf(first)).toBeGreaterThan(records.findIndex((record) => record.startsWith('LA|')))
  })

  it('write dates with the year last, or in four digits', () => {
    const dates = Array.from(said.matchAll(/\|DA([^|]*)\|/g), ([, date]) => date)
    expect(dates.length).toBeGreaterThan(5)
    expect(dates.filter((date) => date !== '260314' && date !== '260315')).toEqual([])
  })

  it('describe records in another form than RI and FL', () => {
    expect(recordsOf('LR').length).toBe(10)
    expect(
      recordsOf('LR').filter((record) => !/^LR\|RI[A-Z]{2}\|FL(?:[A-Z][A-Z0-9#])+\|$/.test(record)),
    ).toEqual([])
  })

  it('answer a wake-up call before its end', () => {
    expect(recordsOf('WA')).toEqual(['WA|RN101|DA260315|TI065937|ASOK|'])
  })

  it('go on to the next posting before the answer came, or invent its number', () => {
    expect(recordsOf('PS').map((record) => /\|P#(\d+)\|/.exec(record)?.[1])).toEqual(['77', '99999999'])
  })

  it('write amounts with a decimal point', () => {
    expect(recordsOf('PS')[1]).toContain('|TA1450|')
  })

  it('tell the status of rooms', () => {
    expect(said).not.toContain('RE|')
  })
})
