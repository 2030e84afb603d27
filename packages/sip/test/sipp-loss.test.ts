import { describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { IncomingCall, IncomingEnd } from '../src/index.ts'
import { meet, type MeetingOptions, openAgent } from './sipp/caller.ts'
import {
  answers,
  calls,
  receives,
  receivesAnswer,
  receivesStatus,
  replies,
  sdp,
  sends,
  type Step,
} from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'

/** Slow enough that sipp is never the one who is late. */
const timings = { T1: 300, T2: 1_200, T4: 1_200 }
const options: MeetingOptions = { agent: { timings }, sipp: { countsRepetitions: true } }
const times = (count: number, ...steps: readonly Step[]) => Array.from({ length: count }, () => steps).flat()
const ring = answers(180, 'Ringing')
const take = answers(200, 'OK', { body: sdp({ port: 40_000 }) })
const hungUpByThem = [sends('BYE', 1), receivesStatus(200)]

describe.skipIf(!has('sipp'))('where sipp does not hear everything', () => {
  it('an INVITE is repeated until it is heard, and makes one call', async () => {
    const { dial, sipp } = await meet(
      [...times(3, receives('INVITE')), take, receives('ACK'), ...hungUpByThem],
      options,
    )
    expect(await dial().ended).toMatchObject({ outcome: 'answered' })
    const trace = await sipp.finished()
    expect(trace.ours).toEqual(['INVITE', 'INVITE', 'INVITE', 'ACK', 200])
    const [first, ...others] = trace.requests('INVITE')
    expect(others).toEqual([first, first])
  })

  it('every 200 that is repeated is acknowledged, under the number of the INVITE', async () => {
    const steps = [receives('INVITE'), ring, ...times(4, take, receives('ACK')), ...hungUpByThem]
    const { dial, sipp } = await meet(steps, options)
    const onAnswered = vi.fn<() => void>()
    expect(await dial({ onAnswered }).ended).toMatchObject({ outcome: 'answered' })
    expect(onAnswered).toHaveBeenCalledOnce()
    const trace = await sipp.finished()
    expect(trace.requests('ACK').map(({ headers }) => headers.get('cseq'))).toEqual(times(4, '1 ACK'))
  })

  it('a ringing that is repeated is told once', async () => {
    const steps = [receives('INVITE'), ...times(3, ring), take, receives('ACK'), ...hungUpByThem]
    const { dial, sipp } = await meet(steps, options)
    const onRinging = vi.fn<() => void>()
    expect(await dial({ onRinging }).ended).toMatchObject({ outcome: 'answered' })
    expect(onRinging).toHaveBeenCalledOnce()
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 200])
  })

  it('every refusal that is repeated is acknowledged', async () => {
    const steps = [receives('INVITE'), ...times(3, answers(486, 'Busy Here'), receives('ACK'))]
    const { dial, sipp } = await meet(steps, options)
    expect(await dial().ended).toMatchObject({ outcome: 'busy' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'ACK', 'ACK'])
  })

  it('a BYE is repeated until it is heard', async () => {
    const steps = [
      receives('INVITE'),
      take,
      receives('ACK'),
      ...times(3, receives('BYE')),
      replies(200, 'OK'),
    ]
    const { dial, sipp } = await meet(steps, options)
    const call = dial({ onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'ACK', 'BYE', 'BYE', 'BYE'])
  })

  it('a CANCEL is repeated until it is heard', async () => {
    const heard = [replies(200, 'OK'), answers(487, 'Request Terminated'), receives('ACK')]
    const steps = [receives('INVITE'), ring, ...times(2, receives('CANCEL')), ...heard]
    const { dial, sipp } = await meet(steps, options)
    expect(await dial({ ringMs: 20 }).ended).toMatchObject({ outcome: 'no-answer' })
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL', 'CANCEL', 'ACK'])
  })

  it('a BYE of sipp that is repeated gets the same answer', async () => {
    const again = [sends('BYE', 1, { branch: 'z9hG4bKonce' }), receivesStatus(200)]
    const { dial, sipp } = await meet(
      [receives('INVITE'), take, receives('ACK'), ...times(2, ...again)],
      options,
    )
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const [first, second] = (await sipp.finished()).responses('BYE')
    expect(second).toEqual(first)
  })

  it('a re-INVITE that is repeated gets the same answer', async () => {
    const again = sends('INVITE', 1, { branch: 'z9hG4bKonce', body: sdp({ port: 40_000, version: 2 }) })
    const repeated = [again, receivesStatus(200), again, receivesStatus(200), sends('ACK', 1)]
    const { dial, sipp } = await meet(
      [receives('INVITE'), take, receives('ACK'), ...repeated, sends('BYE', 2), receivesStatus(200)],
      options,
    )
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const [first, second] = (await sipp.finished()).responses('INVITE')
    expect(second).toEqual(first)
  })

  it('our 200 is repeated until its ACK comes', async () => {
    const agent = await openAgent({ timings, onCall: (call) => void call.accept() })
    const answered = [...times(2, receivesStatus(200)), receivesAnswer(200)]
    const ended = [
      calls('ACK', 1, { inDialog: true }),
      calls('BYE', 2, { inDialog: true }),
      receivesStatus(200),
    ]
    const invite = calls('INVITE', 1, { body: sdp({ port: 40_000 }) })
    const sipp = await startSipp([invite, ...answered, ...ended], {
      calls: agent.local,
      countsRepetitions: true,
    })
    expect((await sipp.finished()).ours).toEqual([200, 200, 200, 200])
    await vi.waitFor(() => expect(agent.calls).toBe(0), 60_000)
  })
})

describe.skipIf(!has('sipp'))('where sipp falls silent', () => {
  /** 64 T1 are a second and a quarter. */
  const agent = { timings: { T1: 20, T2: 80, T4: 80 } }

  it('a call to it ends as trouble of the line', async () => {
    const { dial, sipp } = await meet(times(5, receives('INVITE')), { ...options, agent })
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: null })
    expect((await sipp.finished()).ours).toEqual(times(5, 'INVITE'))
  })

  it('a call that was cancelled ends all the same', async () => {
    const { dial, sipp } = await meet([receives('INVITE'), ring, receives('CANCEL'), replies(200, 'OK')], {
      agent,
    })
    expect(await dial({ ringMs: 20 }).ended).toMatchObject({ outcome: 'no-answer' })
    expect((await sipp.finished()).ours).toContain('CANCEL')
  })

  it('a call by it that it never acknowledges is hung up', async () => {
    const ended: Promise<IncomingEnd>[] = []
    const onCall = (call: IncomingCall) => {
      ended.push(call.ended)
      void call.accept()
    }
    const { local } = await openAgent({ ...agent, onCall })
    const invite = calls('INVITE', 1, { body: sdp({ port: 40_000 }) })
    const sipp = await startSipp([invite, receivesStatus(200), receives('BYE'), replies(200, 'OK')], {
      calls: local,
    })
    await sipp.finished()
    expect(await ended[0]).toMatchObject({ kind: 'answered', hungUpBy: 'lost' })
  })
})
