import type { LineTestRecord, LineTrialReply } from '@reveille/contract'
import { openExchange, silence } from '@reveille/sip/testing'
import { prepareAudio } from '@reveille/sip'
import { expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight } from './night.ts'
import { LISTENS } from './test-exchange.ts'

/** People prove a line: before it is saved, and by a phone that they hold in their hand. */

/** The registrar is asked in real time: none of its answers may be passed over. */
const CLOSELY = { idleStepMs: 0 } as const
const SPEAKS = { ...LISTENS, says: prepareAudio(silence(12_000)) }

async function openAt(accounts: Record<string, string>, refuses: Record<string, number> = {}) {
  const night = await openNight({ lines: [1], ...CLOSELY })
  const registrar = await openExchange({
    domain: 'hotel.test',
    accounts,
    phones: night.exchange.phones.address,
    refuses,
  })
  onTestFinished(() => registrar.close())
  const { host, port } = registrar.address
  const tried = (more: Record<string, string> = {}) =>
    tryOut(night, { uri: 'sip:voice1@hotel.test', registrar: `${host}:${port}`, password: 'right', ...more })
  return { ...night, registrar, tried }
}

async function tryOut({ hotel }: Night, fields: Record<string, string>): Promise<LineTrialReply> {
  const answer = await hotel.during(hotel.request('boss', 'POST', '/rest/config/line/try', fields))
  expect([answer.status, answer.json]).toEqual([200, expect.anything()])
  return answer.json
}

async function ring({ hotel }: Night, extension: string, line = 'voice1'): Promise<string> {
  const answer = await hotel.request('boss', 'POST', `/rest/config/line/${line}/test`, { extension })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.headers['location'] ?? ''
}

async function over({ hotel }: Night, where: string): Promise<LineTestRecord> {
  const look = async () => (await hotel.request('boss', 'GET', where)).json as LineTestRecord
  await hotel.until(async () => (await look()).state === 'over', minutes(3))
  return look()
}

const steps = ({ steps: all }: LineTestRecord) => all.map(({ step }) => step)

test('a line that is not saved is tried, and leaves nothing behind', async () => {
  const night = await openAt({ voice1: 'right' })
  const { steps: found } = await night.tried()
  expect(found).toMatchObject([
    { step: 'reach', ok: true },
    { step: 'register', ok: true, status: 200 },
  ])
  expect(night.registrar.bindings.size).toBe(0)
  const { json } = await night.hotel.request('boss', 'GET', '/rest/config/line')
  expect(json.lines.map(({ name }: { name: string }) => name)).toEqual(['voice1'])
})

test('a wrong password, a wrong extension and a wrong address are told apart', async () => {
  const night = await openAt({ voice1: 'right' })
  expect((await night.tried({ password: 'wrong' })).steps).toMatchObject([
    { step: 'reach', ok: true },
    { step: 'register', ok: false, status: 401 },
  ])
  expect((await night.tried({ uri: 'sip:voice9@hotel.test' })).steps.at(-1)).toMatchObject({ status: 403 })
  expect((await night.tried({ registrar: '127.0.0.1:9' })).steps).toMatchObject([
    { step: 'reach', ok: false, status: null, reason: 'silence' },
  ])
})

test('an exchange that does not answer the question whether it is there is there when it takes the line', async () => {
  const night = await openAt({ voice1: 'right' }, { OPTIONS: 404 })
  expect((await night.tried()).steps).toMatchObject([{ ok: true }, { step: 'register', ok: true }])
})

test('the password of a saved line need not be typed again, and goes nowhere else', async () => {
  const night = await openAt({ voice1: 'right' })
  const { host, port } = night.registrar.address
  const at = { uri: 'sip:voice1@hotel.test', registrar: `${host}:${port}` }
  await night.hotel.request('boss', 'POST', '/rest/config/line', { ...at, name: 'two', password: 'right' })
  expect((await tryOut(night, { ...at, name: 'two' })).steps.at(-1)).toMatchObject({ ok: true })
  const elsewhere = { ...at, name: 'two', registrar: '127.0.0.1:9' }
  const answer = await night.hotel.request('boss', 'POST', '/rest/config/line/try', elsewhere)
  expect([answer.status, answer.json.description]).toEqual([400, expect.stringContaining('password')])
})

test('a phone is rung over a line, and a key proves that both hear each other', async () => {
  const night = await openNight({ lines: [1] })
  night.exchange.does('101', { ...SPEAKS, keys: [{ keys: '1', afterMs: 3_000 }] })
  const done = await over(night, await ring(night, '101'))
  expect(steps(done)).toEqual(['dialled', 'ringing', 'answered', 'key', 'heard'])
  expect(done.end).toMatchObject({ verdict: 'well', keys: '1', hungUpBy: 'us' })
  expect(done.end?.audio).toMatchObject({
    announced: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    lost: 0,
    codec: 'PCMU',
  })
  expect(await night.hotel.log('line.tested')).toMatchObject([
    { actor: 'boss', detail: { key: 'voice1', extension: '101', verdict: 'well' } },
  ])
})

test('a phone whose sound does not come here is told from one that presses no key', async () => {
  const night = await openNight({ lines: [1] })
  night.exchange.does('102', SPEAKS)
  expect((await over(night, await ring(night, '101'))).end).toMatchObject({ verdict: 'deaf' })
  expect((await over(night, await ring(night, '102'))).end).toMatchObject({ verdict: 'no-key' })
})

test.each([
  [486, 'unanswered'],
  [404, 'refused'],
  [503, 'refused'],
] as const)('what the exchange says is told: %i', async (status, verdict) => {
  const night = await openNight({ lines: [1] })
  night.exchange.does('101', { does: status })
  const done = await over(night, await ring(night, '101'))
  expect(done.end).toMatchObject({ verdict, status })
})

test('a test call waits behind a guest who is due', async () => {
  const night = await openNight({ lines: [1] })
  const call = await night.hotel.ask('105', '2001')
  await night.hotel.pass(seconds(50))
  const where = await ring(night, '101')
  expect((await night.hotel.request('boss', 'GET', where)).json.state).toBe('waiting')
  expect(await night.hotel.settled(call)).toMatchObject({ result: 1 })
  await over(night, where)
  expect(night.exchange.order()).toEqual(['105', '101'])
})

test('six are enough for a minute', async () => {
  const night = await openNight({ lines: [1] })
  for (let n = 0; n < 6; n++) await ring(night, '101')
  const answer = await night.hotel.request('boss', 'POST', '/rest/config/line/voice1/test', {
    extension: '101',
  })
  expect([answer.status, answer.json.error]).toEqual([429, 9])
})

test('a line tells since when it is down, what the exchange said and where it leads; the log tells when it went', async () => {
  const night = await openNight({ lines: [1], ...CLOSELY })
  night.exchange.does('101', { does: 503 })
  await over(night, await ring(night, '101'))
  await night.hotel.pass(seconds(3))
  const { lines } = (await night.hotel.request('boss', 'GET', '/rest/system/line')).json
  expect(lines[0]).toMatchObject({ transport: 'udp', lastCall: { outcome: 'line-trouble', status: 503 } })
  expect(lines[0].registrar).toBe(`127.0.0.1:${night.exchange.phones.address.port}`)
  await night.exchange.dies()
  await night.hotel.pass(minutes(1))
  const later = (await night.hotel.request('boss', 'GET', '/rest/system/line')).json.lines[0]
  expect(later).toMatchObject({ state: 'down', working: false })
  expect((await night.hotel.log('line.down')).length).toBe(1)
  expect((await night.hotel.log('line.rests')).length).toBeGreaterThan(0)
})
