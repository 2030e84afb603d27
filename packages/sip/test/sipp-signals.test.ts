import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { CALL_LOST, type DialOptions, type LineOptions } from '../src/index.ts'
import { meet, openAgent } from './sipp/caller.ts'
import { answers, receives, receivesStatus, replies, sdp, sends, type Step } from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'

const ring = answers(180, 'Ringing')
const take = answers(200, 'OK', { body: sdp({ port: 40_000 }) })
const hungUpByThem = [sends('BYE', 1), receivesStatus(200)]
const answered = [receives('INVITE'), ring, take, receives('ACK'), ...hungUpByThem]

describe.skipIf(!has('sipp'))('an exchange that is sipp', () => {
  it('and knows of no call to cancel (481) ends the call within a round trip', async () => {
    const steps = [receives('INVITE'), ring, receives('CANCEL'), replies(481, 'No such call')]
    const { dial, sipp, agent } = await meet(steps)
    const started = performance.now()
    expect(await dial({ ringMs: 50 }).ended).toMatchObject({
      outcome: 'line-trouble',
      rang: true,
      reason: CALL_LOST,
    })
    // One T1 of these timings is 2 s; the guard of a CANCEL is 64 of them.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(agent.calls).toBe(0)
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL'])
  })

  it('keeps the port of our address in what is dialled, and hears who calls and what program does', async () => {
    const { dial, sipp } = await meet(answered, {
      agent: { userAgent: 'Reveille/1.2.3' },
      line: { domain: 'hotel.example', port: 5070, assertedIdentity: 'tel:+41441234567' },
    })
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const trace = await sipp.finished()
    const [invite] = trace.requests('INVITE')
    expect(invite?.uri).toBe('sip:101@hotel.example:5070')
    expect(invite?.headers.get('from')).toContain('<sip:voice1@hotel.example:5070>')
    expect(invite?.headers.get('p-asserted-identity')).toBe('<tel:+41441234567>')
    for (const request of [...trace.requests('INVITE'), ...trace.requests('ACK')])
      expect(request.headers.get('user-agent')).toBe('Reveille/1.2.3')
  })

  it('as the proxy before the exchange is named in the Route of a call, and of its CANCEL', async () => {
    const cancelled = [receives('CANCEL'), replies(200, 'OK'), answers(487, 'Terminated'), receives('ACK')]
    const { dial, sipp } = await behindProxy([receives('INVITE'), ring, ...cancelled], { register: false })
    expect(await dial({ ringMs: 50 }).ended).toMatchObject({ outcome: 'no-answer' })
    const trace = await sipp.finished()
    const { host, port } = sipp.address
    for (const request of ['INVITE', 'CANCEL', 'ACK'].flatMap((method) => trace.requests(method))) {
      expect(request.uri).toBe('sip:101@hotel.example')
      expect(request.headers.all('route')).toEqual([`<sip:${host}:${port};lr>`])
    }
  })

  it('as the proxy before the registrar leads our registration there', async () => {
    const steps = [receives('REGISTER'), replies(200, 'OK')]
    const { sipp } = await behindProxy(steps, { exchange: { host: 'registrar.example', port: 5080 } })
    const [register] = (await sipp.finished()).requests('REGISTER')
    const { host, port } = sipp.address
    expect(register?.uri).toBe('sip:registrar.example:5080')
    expect(register?.headers.get('to')).toBe('<sip:voice1@hotel.example>')
    expect(register?.headers.all('route')).toEqual([`<sip:${host}:${port};lr>`])
  })

  it('and wants longer registrations than we ask for (423) gets them', async () => {
    const brief = replies(423, 'Interval Too Brief', { headers: [['Min-Expires', '300']] })
    const steps = [receives('REGISTER'), brief, receives('REGISTER'), replies(200, 'OK')]
    const { sipp } = await meet(steps, { line: { register: true, expiresSeconds: 120 } })
    const asked = (await sipp.finished()).requests('REGISTER').map(({ headers }) => headers.get('expires'))
    expect(asked).toEqual(['120', '300'])
  })
})

describe.skipIf(!has('sipp'))('ringing that is told reliably by sipp', () => {
  const told = (status: number, rseq: number) =>
    answers(status, 'Progress', {
      headers: [
        ['Require', '100rel'],
        ['RSeq', String(rseq)],
      ],
    })
  const acknowledged = [receives('PRACK'), replies(200, 'OK')]

  it.each([
    ['off', 'timer', undefined],
    ['supported', 'timer, 100rel', undefined],
    ['required', 'timer, 100rel', '100rel'],
  ] as const)('is %s where the line says so', async (reliable, supported, required) => {
    const { dial, sipp } = await meet(answered, { line: { reliable } })
    await dial().ended
    const [invite] = (await sipp.finished()).requests('INVITE')
    expect(invite?.headers.get('supported')).toBe(supported)
    expect(invite?.headers.get('require')).toBe(required)
  })

  it('is acknowledged number by number, once though it is repeated, and never ahead of its turn', async () => {
    const steps = [
      receives('INVITE'),
      told(183, 7),
      ...acknowledged,
      told(183, 7),
      told(180, 9),
      told(180, 8),
      ...acknowledged,
      take,
      receives('ACK'),
      ...hungUpByThem,
    ]
    const { dial, sipp } = await meet(steps)
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const trace = await sipp.finished()
    const pracks = trace.requests('PRACK').map(({ headers }) => headers.get('rack'))
    expect(pracks).toEqual(['7 1 INVITE', '8 1 INVITE'])
    expect(trace.ours).toEqual(['INVITE', 'PRACK', 'PRACK', 'ACK', 200])
  })

  it('is acknowledged again by itself until that is answered', async () => {
    const steps = [
      receives('INVITE'),
      told(180, 1),
      receives('PRACK'),
      receives('PRACK'),
      replies(200, 'OK'),
      take,
      receives('ACK'),
      ...hungUpByThem,
    ]
    const { dial, sipp } = await meet(steps, {
      sipp: { countsRepetitions: true },
      agent: { timings: { T1: 200, T2: 4_000, T4: 5_000 } },
    })
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const numbers = (await sipp.finished()).requests('PRACK').map(({ headers }) => headers.get('cseq'))
    expect(numbers).toEqual(['2 PRACK', '2 PRACK'])
  })
})

/** Our line at hotel.example, behind a proxy that is sipp. */
async function behindProxy(steps: readonly Step[], line: Partial<LineOptions>) {
  const sipp = await startSipp(steps)
  const agent = await openAgent()
  agent.addLine({ user: 'voice1', domain: 'hotel.example', proxy: sipp.address, ...line })
  return {
    sipp,
    dial: (dialled: Partial<DialOptions> = {}) => agent.dial('voice1', { to: '101', ...dialled }),
  }
}
