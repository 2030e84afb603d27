import { describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { IncomingCall, IncomingEnd } from '../src/index.ts'
import type { SipResponse } from '../src/messages/message.ts'
import { announcement, placeOf, realMedia } from './sipp/announcement.ts'
import { meet, openAgent } from './sipp/caller.ts'
import { atLeast, type Ear, type Heard, openEar } from './sipp/ear.ts'
import {
  answers,
  calls,
  pauses,
  receives,
  receivesAnswer,
  receivesStatus,
  replies,
  sdp,
  type Sdp,
  sends,
  type Step,
  waitsForCue,
} from './sipp/scenario.ts'
import { startSipp } from './sipp/sipp.ts'

const up = (described: Sdp) => [
  receives('INVITE'),
  answers(200, 'OK', { body: sdp(described) }),
  receives('ACK'),
]
const changed = (seq: number, described: Sdp): Step[] => [
  sends('INVITE', seq, { body: sdp({ ...described, version: seq + 1 }) }),
  receivesStatus(200),
  sends('ACK', seq),
]
const hungUpByUs = [receives('BYE'), replies(200, 'OK')]
const AT_ONCE = { delayMs: 0 }
const agent = { media: realMedia({ low: 24_000, high: 24_199 }) }

describe.skipIf(!has('sipp'))('the announcement, played to sipp,', () => {
  it('arrives whole and in order', async () => {
    const ear = await openEar()
    const { dial } = await meet([...up({ port: ear.port }), ...hungUpByUs], { agent })
    const call = dial({ announcement, playing: AT_ONCE })
    await ear.until(atLeast(25))
    const end = await call.hangUp()
    if (end.outcome !== 'answered') throw new Error('Nobody answered')
    await ear.until((packets) => spokenIn(packets).length * 20 === end.heardMs)
    expectInOrder(placesOf(ear.packets))
    expect(ear.packets.map(({ marker }) => marker).lastIndexOf(true)).toBe(0)
    // sipp has not said a word itself.
    expect(end.mediaSeen).toBe(false)
  })

  it('goes where the 183 has said when the 200 says nothing', async () => {
    const ear = await openEar()
    const early = answers(183, 'Session Progress', { body: sdp({ port: ear.port }) })
    const { dial } = await meet(
      [receives('INVITE'), early, answers(200, 'OK'), receives('ACK'), ...hungUpByUs],
      { agent },
    )
    const call = dial({ announcement, playing: AT_ONCE })
    await ear.until(atLeast(3))
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered' })
    expectInOrder(placesOf(ear.packets))
  })

  it('comes in packets as long as sipp wishes', async () => {
    const ear = await openEar()
    const { dial } = await meet([...up({ port: ear.port, attributes: ['ptime:30'] }), ...hungUpByUs], {
      agent,
    })
    const call = dial({ announcement, playing: AT_ONCE })
    await ear.until(atLeast(5))
    await call.hangUp()
    expectInOrder(placesOf(ear.packets), 240)
    const [first, second] = ear.packets
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(240)
  })

  it('comes back from where sipp echoes it', async () => {
    const steps = [...up({ port: '[media_port]' }), ...hungUpByUs]
    const { dial } = await meet(steps, { agent, sipp: { echoes: true } })
    const call = dial({
      announcement,
      playing: { delayMs: 0, fromMs: 4_800 },
      onPlayed: () => void call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', mediaSeen: true, heardMs: 200 })
  })

  it('follows to another port in another law, from where it was, as the same source', async () => {
    const [first, second] = [await openEar(), await openEar()]
    const moved = changed(1, { port: second.port, formats: '8 97' })
    const steps = [...up({ port: first.port }), waitsForCue(), ...moved, ...hungUpByUs]
    const { dial, sipp } = await meet(steps, { agent })
    const call = dial({ announcement, playing: AT_ONCE })
    await first.until(atLeast(5))
    sipp.cue(call.handle.callId)
    await second.until(atLeast(5))
    await call.hangUp()
    expectFollowed(first, second)
    const [answer] = (await sipp.finished()).responses('INVITE')
    expect(textOf(answer)).toMatch(/^m=audio \d+ RTP\/AVP 8 97\r$/m)
  })

  it('follows when sipp moves it right behind the ACK', async () => {
    const [first, second] = [await openEar(), await openEar()]
    const moved = changed(1, { port: second.port, formats: '8' })
    const { dial } = await meet([...up({ port: first.port }), ...moved, ...hungUpByUs], { agent })
    const call = dial({ announcement, playing: AT_ONCE })
    await second.until(atLeast(5))
    await call.hangUp()
    expectFollowed(first, second)
  })

  it('follows when sipp lets us offer, and answers in the ACK', async () => {
    const [first, second] = [await openEar(), await openEar()]
    const answer = sdp({ port: second.port, formats: '8 97', version: 2 })
    const moved = [sends('INVITE', 1), receivesStatus(200), sends('ACK', 1, { body: answer })]
    const steps = [...up({ port: first.port }), waitsForCue(), ...moved, ...hungUpByUs]
    const { dial, sipp } = await meet(steps, { agent })
    const call = dial({ announcement, playing: AT_ONCE })
    await first.until(atLeast(5))
    sipp.cue(call.handle.callId)
    await second.until(atLeast(5))
    await call.hangUp()
    expectFollowed(first, second)
    const [offer] = (await sipp.finished()).responses('INVITE')
    expect(textOf(offer)).toMatch(/^m=audio \d+ RTP\/AVP 0 8 101\r$/m)
  })

  const updated = (seq: number, described: Sdp): Step[] => [
    sends('UPDATE', seq, { body: sdp({ ...described, version: seq + 1 }) }),
    receivesStatus(200),
  ]

  it.each([
    ['sendonly', changed, { attributes: ['sendonly'] }, 'recvonly'],
    ['inactive', changed, { attributes: ['inactive'] }, 'inactive'],
    ['the address of nowhere', changed, { host: '0.0.0.0' }, 'inactive'],
    ['an UPDATE', updated, { attributes: ['sendonly'] }, 'recvonly'],
  ] as const)('pauses while sipp holds the call by %s, and goes on after', async (_, by, how, mirrored) => {
    const ear = await openEar()
    const { port } = ear
    const held = [...by(1, { port, ...how }), pauses(HELD_MS), ...by(2, { port })]
    const { dial, sipp } = await meet([...up({ port }), waitsForCue(), ...held, ...hungUpByUs], { agent })
    const onHold = vi.fn<(on: boolean) => void>()
    const call = dial({ announcement, playing: AT_ONCE, onHold })
    await ear.until(atLeast(5))
    sipp.cue(call.handle.callId)
    await ear.until((packets) => resumption(packets) > 0 && packets.length > resumption(packets) + 5)
    await call.hangUp()
    expectPause(ear.packets)
    expect(onHold.mock.calls).toEqual([[true], [false]])
    const trace = await sipp.finished()
    const answered = [...trace.responses('INVITE'), ...trace.responses('UPDATE')]
    expect(answered.map((response) => DIRECTION.exec(textOf(response))?.[1])).toEqual([mirrored, 'sendrecv'])
  })
})

describe.skipIf(!has('sipp'))('a call by sipp', () => {
  it('without a description is offered one, and hears us where its ACK says', async () => {
    const ear = await openEar()
    const ended: Promise<IncomingEnd>[] = []
    const onCall = (call: IncomingCall) => {
      ended.push(call.ended)
      void call.accept({ announcement })
    }
    const callee = await openAgent({ ...agent, onCall })
    const answer = sdp({ port: ear.port, formats: '8' })
    const acknowledged = calls('ACK', 1, { inDialog: true, body: answer })
    const hungUp = [waitsForCue(), calls('BYE', 2, { inDialog: true }), receivesStatus(200)]
    const sipp = await startSipp([calls('INVITE', 1), receivesAnswer(200), acknowledged, ...hungUp], {
      calls: callee.local,
      callId: 'delayed-offer',
    })
    await ear.until(atLeast(5))
    sipp.cue('delayed-offer')
    const [offer] = (await sipp.finished()).responses('INVITE')
    expect(textOf(offer)).toMatch(/^m=audio \d+ RTP\/AVP 0 8 101\r$/m)
    expectInOrder(placesOf(ear.packets, 'pcma'))
    expect(await ended[0]).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })
})

const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\r$/m
const textOf = (message: SipResponse | undefined) => Buffer.from(message?.body ?? []).toString()

const placesOf = (packets: readonly Heard[], law?: 'pcma') =>
  spokenIn(packets).map(({ payload }) => placeOf(payload, law))

/** A packet of silence may go out before the first word. */
const spokenIn = (packets: readonly Heard[]) => packets.filter(({ payload }) => new Set(payload).size > 1)

/** From its beginning, with nothing lost and nothing said twice. */
function expectInOrder(places: readonly number[], samples = 160) {
  expect(places.length).toBeGreaterThan(1)
  expect(places).toEqual(places.map((_, at) => at * samples))
}

/** From the one ear to the other. */
function expectFollowed(first: Ear, second: Ear) {
  expectInOrder([...placesOf(first.packets), ...placesOf(second.packets, 'pcma')])
  expect(new Set(second.packets.map(({ payloadType }) => payloadType))).toEqual(new Set([8]))
  expect(new Set([...first.packets, ...second.packets].map(({ ssrc }) => ssrc)).size).toBe(1)
  // RFC 3551 4.1: whoever hears us for the first time is told that speech begins.
  expect(second.packets[0]?.marker).toBe(true)
}

const HELD_MS = 200

/** The first packet after a pause. */
const resumption = (packets: readonly Heard[]) => packets.findIndex(({ marker }, at) => at > 0 && marker)

/** Time has passed, and no word was lost meanwhile. */
function expectPause(packets: readonly Heard[]) {
  const at = resumption(packets)
  const [before, after] = packets.slice(at - 1)
  if (!before || !after) throw new Error('The announcement did not go on')
  expect((after.timestamp - before.timestamp) >>> 0).toBeGreaterThan((HELD_MS - 20) * 8)
  expect((after.sequence - before.sequence) & 0xffff).toBe(1)
  expectInOrder(placesOf(packets))
}
