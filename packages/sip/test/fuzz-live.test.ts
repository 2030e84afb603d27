import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { openMedia } from '../src/media/media.ts'
import { writeRtp } from '../src/media/rtp.ts'
import { writeEvent } from '../src/media/telephone-event.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { settled } from '../testing/recorded-way.ts'
import { type SilentMedia, silentMedia } from '../testing/silent-media.ts'
import { AGREED, bentPacket } from './fuzz-audio.ts'
import { below, diceOf, mutant, ORIGINALS } from './fuzz-inputs.ts'
import { openStranger, type Stranger, wordOf } from './stranger.ts'

/** Bent messages come to a user agent that is at work, through its sockets. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

interface Meeting {
  readonly agent: UserAgent
  readonly clock: ManualClock
  readonly media: SilentMedia
  readonly stranger: Stranger
  readonly rung: readonly IncomingCall[]
}

/** Somebody who takes the calls that are meant for him, and of the others as many as chance will have it. */
async function meet(): Promise<Meeting> {
  const [clock, media, rung, dice] = [manualClock(), silentMedia(), new Array<IncomingCall>(), diceOf(1)]
  const agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    protocols: ['UDP', 'TCP'],
    media,
    clock,
    // Nothing that is bent leads anywhere else than back to us.
    lookup: () => Promise.reject(new Error('No such name')),
    onCall(call) {
      rung.push(call)
      const choice = call.callId.startsWith(OUR_CALL) ? 0 : below(dice, 3)
      if (choice === 0) void call.accept()
      else if (choice === 1) call.reject()
    },
  })
  closers.push(() => agent.close({ abruptly: true }))
  const stranger = await openStranger(agent.local)
  closers.push(() => stranger.close())
  return { agent, clock, media, stranger, rung }
}

const OUR_CALL = 'bent-call'

/** Bent, and of a transaction of its own: it would be taken for the same as before otherwise. */
function bent(number: number, originals: readonly Buffer[]): Buffer {
  const text = mutant(diceOf(number), originals).subarray(0, 60_000).toString('latin1')
  return Buffer.from(text.replaceAll('z9hG4bK', `z9hG4bK${number}`), 'latin1')
}

/** Of a call of its own, too (RFC 3261 8.2.2.2). */
const alone = (number: number, bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(/^(call-id|i): */gim, `$1: ${number}-`), 'latin1')

/** What is left of it all when every timer has run out. */
async function expectNothingLeft({ agent, clock, media }: Meeting) {
  const left = async () => {
    clock.advance(200_000)
    await settled()
    return [agent.unfinished, agent.calls, media.open]
  }
  await expect.poll(left).toEqual([0, 0, 0])
}

const SDP = Buffer.from(
  'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0 101\r\n',
)

/** The requests of one call: the first has no tag of the other side yet. */
const requestsOf =
  (callId: string, port: number) =>
  (method: string, tag: string, more: readonly string[] = [], body = Buffer.alloc(0)) => {
    const lines = [
      `${method} sip:user@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};rport;branch=z9hG4bK${method}${callId}`,
      'Max-Forwards: 70',
      'From: <sip:caller@127.0.0.1>;tag=caller',
      `To: <sip:user@127.0.0.1>${tag}`,
      `Call-ID: ${callId}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:caller@127.0.0.1:${port}>`,
      ...more,
      `Content-Length: ${body.length}`,
    ]
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
  }

/** A call that is up, and the requests that may come within it. */
async function takenUp({ stranger, rung }: Meeting, callId: string) {
  const request = requestsOf(callId, stranger.port)
  stranger.send(request('INVITE', '', ['Content-Type: application/sdp'], SDP))
  await expect.poll(() => rung.find((one) => one.callId === callId)?.state).toBe('up')
  const answer = (await stranger.heard()).findLast((text) => wordOf(text) === 200) ?? ''
  const tag = /^To: .*(;tag=\w+)\r$/m.exec(answer)?.[1] ?? ''
  expect(answer).toContain(callId)
  stranger.send(request('ACK', tag))
  const key = Buffer.from('Signal=5\r\nDuration=160\r\n')
  return [
    request('INFO', tag, ['Content-Type: application/dtmf-relay'], key),
    request('INVITE', tag, ['Content-Type: application/sdp', 'Session-Expires: 90'], SDP),
    request('INVITE', tag),
    request('UPDATE', tag, ['Supported: timer', 'Session-Expires: 1800;refresher=uac']),
    ...['OPTIONS', 'NOTIFY', 'PRACK', 'ACK', 'REFER', 'CANCEL'].map((one) => request(one, tag)),
  ]
}

describe('a user agent', () => {
  it('withstands two thousand bent datagrams, goes on to answer, and has nothing left of them', async () => {
    const meeting = await meet()
    const { clock, stranger, rung } = meeting
    const heard: string[] = []
    for (let number = 1; number <= 2_000; number++) {
      stranger.send(alone(number, bent(number, ORIGINALS)))
      if (number % 50 !== 0) continue
      heard.push(...(await stranger.heard()))
      clock.advance(1_000)
    }
    expect(heard.map(wordOf)).toEqual(expect.arrayContaining([100, 200, 400, 405, 481, 486, 501, 505]))
    expect(rung.length).toBeGreaterThan(20)
    await expectNothingLeft(meeting)
    await stranger.heard()
  })

  it('withstands two thousand bent requests of calls that are up, which can still be ended', async () => {
    const meeting = await meet()
    const { clock, stranger, rung } = meeting
    const heard: string[] = []
    for (let round = 1; round <= 20; round++) {
      const seeds = await takenUp(meeting, `${OUR_CALL}-${round}`)
      for (let number = 1; number <= 100; number++) {
        stranger.send(bent(100 * round + number, seeds))
        if (number % 50 === 0) heard.push(...(await stranger.heard()))
      }
      clock.advance(1_000)
    }
    expect(heard.map(wordOf)).toEqual(expect.arrayContaining([200, 400, 405, 415, 481, 488, 489]))
    for (const call of rung) void call.hangUp()
    await expectNothingLeft(meeting)
    expect(await rung[0]?.ended).toMatchObject({ kind: 'answered' })
    await stranger.heard()
  })

  it('withstands bent streams, and goes on to answer', async () => {
    const meeting = await meet()
    const { agent, stranger } = meeting
    for (let number = 1; number <= 200; number++) {
      const socket = connect(agent.local.port, agent.local.host)
      socket.on('error', () => {}).resume()
      socket.end(bent(number, ORIGINALS))
      await once(socket, 'close')
    }
    await expectNothingLeft(meeting)
    await stranger.heard()
  })
})

describe('the audio of a call', () => {
  it('withstands two thousand bent packets, and hears the key that comes after them', async () => {
    const media = await openMedia({ host: '127.0.0.1', ports: { low: 42_400, high: 42_499 } })
    closers.push(() => media.close())
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    closers.push(() => socket.close())
    await once(socket, 'listening')
    const agreed = { ...AGREED, remote: { host: '127.0.0.1', port: socket.address().port } }
    const stream = await media.createStream({ agreed, inBandKeys: true })
    const keys: string[] = []
    stream.on('key', (key) => keys.push(key))
    for (let number = 1; number <= 2_000; number++) {
      const bytes = bentPacket(diceOf(number)).subarray(0, 60_000)
      socket.send(bytes, stream.localPort + (number % 2), '127.0.0.1')
      // What it sends itself, every 20 ms, tells that it keeps up.
      if (number % 50 === 0) await once(socket, 'message')
    }
    const press = writeEvent({ event: 15, end: true, volume: 10, duration: 800 })
    const hearsKey = () => {
      const header = { marker: true, payloadType: 101, sequence: 1, timestamp: 77_777, ssrc: 4_711 }
      socket.send(writeRtp({ ...header, payload: press }), stream.localPort, '127.0.0.1')
      return keys.at(-1)
    }
    await expect.poll(hearsKey).toBe('D')
    expect((await stream.stop()).received).toBeGreaterThan(100)
  })
})
