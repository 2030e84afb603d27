import { describe, expect, it } from 'vitest'
import type { Word } from '../api/stream.ts'
import { Failure } from '../kernel/failure.ts'
import { type LinkNeeds, LinkRunner } from './link-runner.ts'
import { handClock } from '../../testing/hand-clock.ts'

type Stream = Parameters<LinkNeeds['follow']>[0] & {
  readonly end: () => void
  readonly fail: (failure: Failure) => void
}

function openLink() {
  const clock = handClock(1_000_000)
  const streams: Stream[] = []
  const heard: string[] = []
  const runner = new LinkRunner({
    clock,
    ids: { key: () => 'k', chance: () => 0 },
    follow: (stream) =>
      new Promise((end, fail) => {
        streams.push({ ...stream, end, fail })
      }),
    onCaughtUp: (isFresh) => heard.push(isFresh ? 'read lists' : 'caught up'),
    onEvent: ({ event }) => heard.push(event),
    onSignedOut: () => heard.push('signed out'),
  })
  const last = () => {
    const stream = streams.at(-1)
    if (stream === undefined) throw new Error('Nothing has connected')
    return stream
  }
  const say = (word: Word) => last().hear(word)
  const goLive = () => {
    last().onOpen()
    say({ kind: 'caught-up', number: 7 })
  }
  return { runner, clock, streams, heard, last, say, goLive, state: () => runner.link.get().state }
}

const event = (id: string): Word => ({ kind: 'event', id, event: 'room.status.changed', data: '{}' })

/** Until promises that are done have told it. */
const settled = () =>
  new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))))

describe('the link, as it runs', () => {
  it('reads the lists once it has caught up, and then hears what happens', () => {
    const { runner, goLive, say, heard, state } = openLink()
    runner.open()
    goLive()
    say(event('8'))
    expect([state(), heard]).toEqual(['live', ['read lists', 'room.status.changed']])
  })

  it('goes on after the last event when the server hangs up, a second later', async () => {
    const { runner, clock, streams, goLive, say, last, heard } = openLink()
    runner.open()
    goLive()
    say(event('8'))
    last().end()
    await settled()
    clock.advance(999)
    expect(streams).toHaveLength(1)
    clock.advance(1)
    expect(last().after).toBe('8')
    goLive()
    expect(heard.at(-1)).toBe('caught up')
  })

  it('is opened anew when a request does not get through, but not over and over', () => {
    const { runner, clock, streams, goLive, last, state, heard } = openLink()
    runner.open()
    goLive()
    runner.doubt()
    expect([state(), streams.length, last().after]).toEqual(['opening', 2, '7'])
    goLive()
    runner.doubt()
    expect([state(), streams.length, heard.at(-1)]).toEqual(['live', 2, 'caught up'])
    clock.advance(10_000)
    runner.doubt()
    expect([state(), streams.length]).toEqual(['opening', 3])
  })

  it('is told to be away at once when the device has no network', () => {
    const { runner, clock, streams, goLive, state } = openLink()
    runner.open()
    goLive()
    runner.cutOff()
    expect(state()).toBe('offline')
    clock.advance(1_000)
    expect(streams).toHaveLength(2)
    goLive()
    expect(state()).toBe('live')
  })

  it('reads everything anew after it was away for long', async () => {
    const { runner, clock, goLive, last, heard } = openLink()
    runner.open()
    goLive()
    last().fail(new Failure('unreachable'))
    await settled()
    for (let at = 0; at < 60; at++) {
      clock.advance(30_000)
      last().fail(new Failure('unreachable'))
      await settled()
    }
    clock.advance(30_000)
    expect(last().after).toBeNull()
    goLive()
    expect(heard).toEqual(['read lists', 'read lists'])
  })

  it('is stale 35 seconds after the last word, whatever the connection pretends', () => {
    const { runner, clock, goLive, say, last, state } = openLink()
    runner.open()
    goLive()
    clock.advance(20_000)
    say({ kind: 'still-here' })
    clock.advance(34_999)
    expect(state()).toBe('live')
    const first = last()
    clock.advance(1)
    expect([state(), first.signal.aborted]).toEqual(['stale', true])
  })

  it('is offline when it cannot be reached, and live as soon as it can be', async () => {
    const { runner, last, state, goLive } = openLink()
    runner.open()
    last().fail(new Failure('unreachable'))
    await settled()
    expect(state()).toBe('offline')
    runner.hurry()
    goLive()
    expect(state()).toBe('live')
  })

  it('does not hurry while a connection stands, nor when nobody wants one', () => {
    const { runner, streams, goLive } = openLink()
    runner.hurry()
    expect(streams).toHaveLength(0)
    runner.open()
    goLive()
    runner.hurry()
    expect(streams).toHaveLength(1)
  })

  it('hears nothing more of a connection that it gave up', () => {
    const { runner, goLive, last, heard, state } = openLink()
    runner.open()
    goLive()
    const first = last()
    runner.close()
    first.hear(event('9'))
    expect([state(), heard]).toEqual(['closed', ['read lists']])
  })

  it('stops when the server no longer knows who asks', async () => {
    const { runner, clock, streams, last, heard, state } = openLink()
    runner.open()
    last().fail(new Failure('signed-out'))
    await settled()
    clock.advance(60_000)
    expect([state(), heard, streams.length]).toEqual(['closed', ['signed out'], 1])
  })
})
