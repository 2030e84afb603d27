import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { realMedia } from './sipp/announcement.ts'
import { meet } from './sipp/caller.ts'
import { atLeast, type Heard, openEar } from './sipp/ear.ts'
import { type Press, writePcap } from './sipp/pcap.ts'
import { answers, plays, receives, receivesStatus, replies, sdp, type Sdp, sends } from './sipp/scenario.ts'

const up = (described: Sdp) => [
  receives('INVITE'),
  answers(200, 'OK', { body: sdp(described) }),
  receives('ACK'),
]
const hungUpByUs = [receives('BYE'), replies(200, 'OK')]
const info = (seq: number, contentType: string, body: string) => [
  sends('INFO', seq, { headers: [['Content-Type', contentType]], body }),
  receivesStatus(200),
]
const relay = (seq: number, key: string) => info(seq, 'application/dtmf-relay', `Signal=${key}\nDuration=160`)

const agent = { media: realMedia({ low: 24_200, high: 24_399 }) }

function recorded(payloadType: number, presses: readonly Press[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pcap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'keys.pcap')
  writeFileSync(file, writePcap({ payloadType, presses }))
  return file
}

describe.skipIf(!has('sipp'))('a key that is pressed on sipp', () => {
  /** sipp makes its packets itself, from the Ethernet up. */
  const mayPlay = process.getuid?.() === 0

  it('comes as INFO in either form', async () => {
    const keys = [...relay(1, '4'), ...info(2, 'application/dtmf', '#'), ...relay(3, ' *')]
    const { dial, sipp } = await meet([
      ...up({ port: 40_000 }),
      ...keys,
      sends('BYE', 4),
      receivesStatus(200),
    ])
    expect(await dial().ended).toMatchObject({ outcome: 'answered', keys: '4#*', mediaSeen: true })
    expect((await sipp.finished()).responses('INFO')).toHaveLength(3)
  })

  // By RFC 3264 5.1 sipp must take the type of our offer; some take that of their own answer.
  it.skipIf(!mayPlay).each([101, 97])('comes in the audio, as type %i, once for each press', async (type) => {
    const keys = [1, 1, 10, 11].map((event, at) => ({ event, atMs: at * 200 }))
    const pcap = plays(recorded(type, keys))
    const { dial } = await meet([...up({ port: '[media_port]' }), pcap, ...hungUpByUs], { agent })
    const call = dial({ onKey: (key) => key === '#' && void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '11*#', mediaSeen: true })
  })

  it.skipIf(!mayPlay)('comes both ways at once, and counts once', async () => {
    const pcap = plays(
      recorded(97, [
        { event: 5, atMs: 0 },
        { event: 9, atMs: 600 },
      ]),
    )
    const steps = [...up({ port: '[media_port]' }), pcap, ...relay(1, '5'), ...hungUpByUs]
    // Here no time passes between the two, be the machine as slow as it will.
    const clock = { ...systemClock, now: () => 0 }
    const { dial } = await meet(steps, { agent: { ...agent, clock } })
    const call = dial({ onKey: (key) => key === '9' && void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '59' })
  })
})

describe.skipIf(!has('sipp'))('a key that we press', () => {
  it.each([97, 120])(
    'goes to sipp as an event on its payload type %i, with its end said three times',
    async (type) => {
      const ear = await openEar()
      const attributes = [`rtpmap:${type} telephone-event/8000`]
      const steps = [...up({ port: ear.port, formats: `0 ${type}`, attributes }), ...hungUpByUs]
      const { dial } = await meet(steps, { agent })
      const call = dial()
      await ear.until(atLeast(1))
      await call.pressKeys('5#')
      await ear.until((packets) => eventsIn(packets, type).filter(isEnd).length >= 6)
      await call.hangUp()
      const events = eventsIn(ear.packets, type)
      const times = [...new Set(events.map(({ timestamp }) => timestamp))]
      const presses = times.map((time) => events.filter(({ timestamp }) => timestamp === time))
      expect(presses.map(([first]) => first?.payload[0])).toEqual([5, 11])
      for (const press of presses) expectPress(press)
    },
  )
})

const eventsIn = (packets: readonly Heard[], type: number) =>
  packets.filter(({ payloadType }) => payloadType === type)
const isEnd = ({ payload }: Heard) => payload.readUInt8(1) >= 128

/** RFC 4733 2.5.1: one timestamp, growing durations, three packets with the end. */
function expectPress(packets: readonly Heard[]) {
  const durations = packets.map(({ payload }) => payload.readUInt16BE(2))
  expect(durations).toEqual(durations.toSorted((a, b) => a - b))
  expect(durations.at(-1)).toBeGreaterThanOrEqual(40 * 8)
  expect(packets.map(isEnd).slice(-3)).toEqual([true, true, true])
  expect(packets.filter(isEnd)).toHaveLength(3)
  expect(packets.map(({ marker }) => marker).lastIndexOf(true)).toBe(0)
}
