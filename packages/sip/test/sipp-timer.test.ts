import { describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { meet } from './sipp/caller.ts'
import {
  answers,
  isRefused,
  pauses,
  receives,
  receivesStatus,
  replies,
  type Said,
  sdp,
  sends,
} from './sipp/scenario.ts'

const described: Said = { body: sdp({ port: 40_000 }) }
const up = [receives('INVITE'), answers(200, 'OK', described), receives('ACK')]
const hungUpByThem = [sends('BYE', 99), receivesStatus(200)]

describe.skipIf(!has('sipp'))('the timer of a session with sipp', () => {
  /** Half an hour takes two seconds. */
  const HURRY = 900
  const clock = {
    now: () => systemClock.now(),
    after: (ms: number, callback: () => void) => systemClock.after(ms / HURRY, callback),
  }
  const timings = { T1: 2_000 * HURRY, T2: 4_000 * HURRY, T4: 5_000 * HURRY }
  const hurried = { agent: { clock, timings } }
  const patient = { ringMs: 3_600_000, sessionSeconds: 1_800 }
  const timed = (refresher: string): Said => ({
    ...described,
    headers: [
      ['Require', 'timer'],
      ['Session-Expires', `1800;refresher=${refresher}`],
    ],
  })
  const begun = (refresher: string) => [
    receives('INVITE'),
    answers(200, 'OK', timed(refresher)),
    receives('ACK'),
  ]

  it('that is ours to refresh is refreshed, with nothing new said', async () => {
    const { dial, sipp } = await meet(
      [...begun('uac'), ...begun('uac'), ...begun('uac'), ...hungUpByThem],
      hurried,
    )
    expect(await dial(patient).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const [first, ...refreshes] = (await sipp.finished()).requests('INVITE')
    expect(first?.headers.get('session-expires')).toBe('1800')
    for (const { headers, body } of refreshes) {
      expect(headers.get('session-expires')).toBe('1800;refresher=uac')
      expect(Buffer.from(body).toString()).toBe(Buffer.from(first?.body ?? []).toString())
    }
    expect(refreshes).toHaveLength(2)
  })

  it('that is theirs and runs out ends the call', async () => {
    const { dial, sipp } = await meet([...begun('uas'), receives('BYE'), replies(200, 'OK')], hurried)
    expect(await dial(patient).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it('that is theirs and is refreshed begins anew', async () => {
    const refreshed = [
      sends('INVITE', 1, {
        ...described,
        headers: [
          ['Supported', 'timer'],
          ['Session-Expires', '1800;refresher=uac'],
        ],
      }),
      receivesStatus(200),
      sends('ACK', 1),
    ]
    const { dial, sipp } = await meet(
      [...begun('uas'), pauses(500), ...refreshed, receives('BYE'), replies(200, 'OK')],
      hurried,
    )
    const began = performance.now()
    expect(await dial(patient).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
    const [answer] = (await sipp.finished()).responses('INVITE')
    expect(answer?.headers.get('session-expires')).toBe('1800;refresher=uac')
    expect(answer?.headers.get('require')).toBe('timer')
    // 1,800 s less the 32 s that are ours to hang up in (RFC 4028 10), counted from the refresh.
    expect(performance.now() - began).toBeGreaterThan(500 + (1_768_000 / HURRY) * 0.95)
  })

  it('that sipp sets to nothing is none', async () => {
    const nothing: Said = { ...described, headers: [['Session-Expires', '0;refresher=uas']] }
    const steps = [
      receives('INVITE'),
      answers(200, 'OK', nothing),
      receives('ACK'),
      pauses(100),
      ...hungUpByThem,
    ]
    const { dial, sipp } = await meet(steps)
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 200])
  })

  it('is refreshed with a password where sipp asks for one', async () => {
    const asked: Said = { headers: [['Proxy-Authenticate', 'Digest realm="hotel", nonce="n1", qop="auth"']] }
    const refused = [receives('INVITE'), answers(407, 'Who are you?', asked), receives('ACK')]
    const steps = [...begun('uac'), ...refused, ...begun('uac'), ...hungUpByThem]
    const { dial, sipp } = await meet(steps, hurried)
    expect(await dial(patient).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const last = (await sipp.finished()).requests('INVITE').at(-1)
    expect(last?.headers.get('cseq')).toBe('3 INVITE')
    expect(last?.headers.get('proxy-authorization')).toContain('nonce="n1"')
  })

  it('that is too short for sipp is asked for once more, longer', async () => {
    const tooShort = answers(422, 'Session Interval Too Small', { headers: [['Min-SE', '1800']] })
    const { dial, sipp } = await meet([receives('INVITE'), tooShort, receives('ACK'), ...up, ...hungUpByThem])
    expect(await dial({ sessionSeconds: 90 }).ended).toMatchObject({ outcome: 'answered' })
    const [, second] = (await sipp.finished()).requests('INVITE')
    expect(second?.headers.get('session-expires')).toBe('1800')
    expect(second?.headers.get('min-se')).toBe('1800')
  })

  it('is refreshed, and what sipp asks meanwhile has to wait', async () => {
    const crossing = [...isRefused(1, 491, described), answers(200, 'OK', timed('uac')), receives('ACK')]
    const { dial, sipp } = await meet(
      [...begun('uac'), receives('INVITE'), ...crossing, ...hungUpByThem],
      hurried,
    )
    expect(await dial(patient).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'INVITE', 491, 'ACK', 200])
  })

  it('is refreshed again when the refresh has crossed one of theirs', async () => {
    const glare = [receives('INVITE'), answers(491, 'Request Pending'), receives('ACK')]
    const { dial, sipp } = await meet([...begun('uac'), ...glare, ...begun('uac'), ...hungUpByThem], hurried)
    const onHold = vi.fn<() => void>()
    expect(await dial({ ...patient, onHold }).ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(onHold).not.toHaveBeenCalled()
    expect((await sipp.finished()).requests('INVITE')).toHaveLength(3)
  })
})
