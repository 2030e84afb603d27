import { afterEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../src/transactions/clock.ts'
import { decode, encode } from '../src/media/g711.ts'
import { prepareAudio } from '../src/media/media.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import {
  openPhones,
  type PhoneEvent,
  type Phones,
  type PhoneScript,
  type PhonesOptions,
} from '../testing/scripted-phone.ts'

/** Everything that a scripted phone can do, over real sockets and with real audio. */

const host = '127.0.0.1'
/** Short, for phones that say nothing: the caller gives up after 64 of these. */
const QUICK = { T1: 20, T2: 80, T4: 100 }
/** A tone that never comes back to where it was: no part of it can be taken for another. */
const sweep = Int16Array.from(
  { length: 8_000 },
  (_, at) => 12_000 * Math.sin(0.2 * at + (0.4 * at * at) / 8_000),
)
const pcmu = encode(sweep, 'PCMU')
const announcement = prepareAudio(pcmu)

let phones: Phones
let agent: UserAgent
let events: PhoneEvent[]

async function meet(script: PhoneScript, more: Partial<PhonesOptions> = {}) {
  events = []
  phones = await openPhones({
    audioPorts: { low: 43_000, high: 43_099 },
    script: () => script,
    onEvent: (_, event) => void events.push(event),
    timings: QUICK,
    ...more,
  })
  const audioPorts = { low: 43_100, high: 43_199 }
  agent = await createUserAgent({ bind: { host, port: 0 }, audioPorts, timings: QUICK })
  agent.addLine({ user: 'voice1', domain: host, exchange: phones.address, register: false })
}

const dial = (options: Partial<DialOptions> = {}) => agent.dial('voice1', { to: '101', ...options })
const kinds = () => events.map(({ kind }) => kind)

afterEach(async () => {
  await agent.close()
  await phones.close()
  if (phones.calls.size > 0) throw new Error('A call was left up')
})

describe('a scripted phone', () => {
  it('rings, answers, and hears what is played to it', async () => {
    await meet({ does: 'answer', ringMs: 50, records: true })
    const told: string[] = []
    const call = dial({
      announcement,
      onRinging: () => told.push('rings'),
      onAnswered: () => told.push('answers'),
      onPlayed: () => void call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us', mediaSeen: true })
    const end = await (await phones.nextCall()).ended
    expect(told).toEqual(['rings', 'answers'])
    expect(kinds()).toEqual(['rings', 'answers', 'ends'])
    expect(shareHeard(end.kind === 'answered' ? end.report?.recording : null)).toBeGreaterThan(0.9)
  })

  it('rings until the caller gives up', async () => {
    await meet({ does: 'ring' })
    const call = dial({ onRinging: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    await (
      await phones.nextCall()
    ).ended
    expect(kinds()).toEqual(['rings', 'ends'])
  })

  it('is busy', async () => {
    await meet({ does: 'busy' })
    expect(await dial().ended).toMatchObject({ outcome: 'busy', status: 486 })
    await (
      await phones.nextCall()
    ).ended
    expect(events[0]).toEqual({ kind: 'refuses', status: 486 })
  })

  it('rejects', async () => {
    await meet({ does: 'reject', ringMs: 20 })
    expect(await dial().ended).toMatchObject({ outcome: 'rejected', status: 603 })
    await (
      await phones.nextCall()
    ).ended
    expect(kinds()).toEqual(['rings', 'refuses', 'ends'])
  })

  it('stays silent, and counts as rung once however often the caller repeats himself', async () => {
    await meet({ does: 'silent' })
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: null })
    expect(kinds()).toEqual(['stays silent', 'ends'])
  })

  it.each(['rtp', 'info', 'both'] as const)('presses keys by %s, each heard once', async (by) => {
    await meet({ does: 'answer', keys: [{ keys: '15#', afterMs: 100, by }] })
    const call = dial({ onKey: (key) => void (key === '#' && call.hangUp()) })
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '15#', mediaSeen: true })
    expect(kinds()).toContain('presses')
  })

  it('hears the keys of the caller', async () => {
    await meet({ does: 'answer', ringMs: 20 })
    const call = dial({ onAnswered: () => void call.pressKeys('42').then(() => call.hangUp()) })
    await call.ended
    const seen = await phones.nextCall()
    expect(await seen.ended).toMatchObject({ kind: 'answered', keys: '42' })
    expect(seen.heard).toEqual(['4', '2'])
  })

  it('hangs up early', async () => {
    await meet({ does: 'answer', hangsUpAfterMs: 300 })
    const end = await dial({ announcement, playing: { times: 60, delayMs: 0 } }).ended
    expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(end.outcome === 'answered' && end.heardMs).toBeGreaterThan(100)
    await (
      await phones.nextCall()
    ).ended
    expect(kinds()).toEqual(['answers', 'hangs up', 'ends'])
  })

  it('puts the caller on hold and takes him back: he falls silent, and goes on', async () => {
    await meet({ does: 'answer', records: true, holds: { afterMs: 300, forMs: 600 }, hangsUpAfterMs: 1_400 })
    const held: boolean[] = []
    const end = await dial({
      announcement,
      playing: { times: 60, delayMs: 0 },
      onHold: (on) => held.push(on),
    }).ended
    expect(held).toEqual([true, false])
    const seen = await (await phones.nextCall()).ended
    expect(kinds()).toEqual(['answers', 'holds', 'resumes', 'hangs up', 'ends'])
    if (end.outcome !== 'answered' || seen.kind !== 'answered') throw new Error('Nobody answered')
    // What the caller says that it played is what came: without the time on hold.
    expect(Math.abs(end.heardMs - (seen.report?.received ?? 0) * 20)).toBeLessThan(200)
    expect(longestPauseMs(seen.report?.recording)).toBeGreaterThan(300)
  })

  it('forgets what it had planned when the caller hangs up first', async () => {
    const { clock, waiting } = watchedClock()
    await meet({ does: 'answer', keys: [{ keys: '1', afterMs: 60_000 }], hangsUpAfterMs: 90_000 }, { clock })
    const call = dial({ onAnswered: () => void call.hangUp() })
    await call.ended
    await (
      await phones.nextCall()
    ).ended
    expect(kinds()).toEqual(['answers', 'ends'])
    expect(waiting.has(60_000) || waiting.has(90_000)).toBe(false)
  })
})

/** The clock of the machine, and how long those are to wait who wait for it. */
function watchedClock() {
  const waiting = new Set<number>()
  const clock: Clock = {
    now: () => systemClock.now(),
    after(ms, callback) {
      waiting.add(ms)
      const timer = systemClock.after(ms, () => {
        waiting.delete(ms)
        callback()
      })
      return {
        cancel() {
          waiting.delete(ms)
          timer.cancel()
        },
      }
    },
  }
  return { clock, waiting }
}

/** The longest silence with sound on both sides of it. */
function longestPauseMs(recording: Int16Array | null | undefined): number {
  const loud = Array.from(recording ?? [], (sample, at) => ({ sample, at }))
    .filter(({ sample }) => Math.abs(sample) > 250)
    .map(({ at }) => at)
  return Math.max(0, ...loud.slice(1).map((at, index) => at - (loud[index] ?? at))) / 8
}

/** How much of what was played is found in a recording, by blocks of 20 ms: a busy machine may lose one. */
function shareHeard(recording: Int16Array | null | undefined): number {
  const played = decode(pcmu, 'PCMU')
  const heard = recording ?? new Int16Array()
  const start = heard.findIndex((sample) => Math.abs(sample) > 250)
  const offset = start - played.findIndex((sample) => Math.abs(sample) > 250)
  const blocks = Array.from({ length: played.length / 160 }, (_, at) => at * 160)
  const same = blocks.filter((from) =>
    played.subarray(from, from + 160).every((sample, at) => heard[offset + from + at] === sample),
  )
  return same.length / blocks.length
}
