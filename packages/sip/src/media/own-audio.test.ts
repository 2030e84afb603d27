import { describe, expect, it } from 'vitest'
import { silentMedia } from '../../testing/silent-media.ts'
import type { Media, MediaOptions } from './media.ts'
import { MediaFailure } from './media-types.ts'
import { OwnAudio, streamsIn } from './own-audio.ts'

const noPort = () => new MediaFailure('media.no-port', 'no port of the range is free')

/** Threads that live until the test lets one die. */
function threads() {
  const faults: ((error: Error) => void)[] = []
  /** Of the thread that each stream was opened on. */
  const ports: MediaOptions['ports'][] = []
  const state = { opened: 0, closed: 0, works: true, portsOfOthers: 0 }
  const open = (options: MediaOptions): Promise<Media> => {
    state.opened += 1
    if (!state.works) return Promise.reject(new Error('No thread'))
    faults.push(options.onFault ?? (() => {}))
    let size = 0
    return Promise.resolve({
      get size() {
        return size
      },
      createStream() {
        if (size >= streamsIn(options.ports) - state.portsOfOthers) return Promise.reject(noPort())
        size += 1
        ports.push(options.ports)
        return silentMedia().createStream()
      },
      close: () => Promise.resolve(void (state.closed += 1)),
    })
  }
  return { open, state, ports, die: () => faults.at(-1)?.(new Error('out of memory')) }
}
const options = { host: '127.0.0.1', ports: { low: 4_000, high: 4_010 }, streams: 100 }

describe('audio of our own', () => {
  it('has one thread for all calls', async () => {
    const { open, state } = threads()
    const audio = new OwnAudio(options, open)
    await Promise.all([audio.createStream(), audio.createStream(), audio.open()])
    expect(state.opened).toBe(1)
    await audio.close()
    expect(state.closed).toBe(1)
    await expect(audio.createStream()).rejects.toThrow('closed')
  })

  it('has another thread, with other ports, for those that one does not carry', async () => {
    const { open, state, ports } = threads()
    const audio = new OwnAudio({ ...options, ports: { low: 4_001, high: 9_000 }, streams: 1_000 }, open)
    await audio.open()
    expect(state.opened).toBe(1)
    await Promise.all(Array.from({ length: 501 }, () => audio.createStream()))
    expect(state.opened).toBe(2)
    const [first, last] = [ports[0], ports.at(-1)]
    expect(first).toEqual({ low: 4_002, high: 6_499 })
    expect(last).toEqual({ low: 6_500, high: 8_999 })
  })

  it('uses every pair of ports, though a share carries less than its thread could', async () => {
    const { open, state } = threads()
    const audio = new OwnAudio({ ...options, ports: { low: 4_000, high: 5_399 }, streams: 1_000 }, open)
    await Promise.all(Array.from({ length: 700 }, () => audio.createStream()))
    expect(state.opened).toBe(2)
    await expect(audio.createStream()).rejects.toMatchObject({ code: 'media.no-port' })
  })

  it('takes a port of the next thread where other programs have those of the first', async () => {
    const { open, state, ports } = threads()
    const audio = new OwnAudio({ ...options, ports: { low: 4_000, high: 5_399 }, streams: 1_000 }, open)
    state.portsOfOthers = 350
    await expect(audio.createStream()).rejects.toMatchObject({ code: 'media.no-port' })
    state.portsOfOthers = 349
    await Promise.all([audio.createStream(), audio.createStream()])
    expect(ports).toEqual([
      { low: 4_000, high: 4_699 },
      { low: 4_700, high: 5_399 },
    ])
  })

  it('has another when that one dies, and tells of it', async () => {
    const { open, state, die } = threads()
    const told: string[] = []
    const audio = new OwnAudio({ ...options, onFault: (error) => void told.push(error.message) }, open)
    await audio.open()
    die()
    await audio.createStream()
    expect([state.opened, told]).toEqual([2, ['out of memory']])
  })

  it('tries again when none could be had', async () => {
    const { open, state } = threads()
    const audio = new OwnAudio(options, open)
    state.works = false
    await expect(audio.createStream()).rejects.toThrow('No thread')
    state.works = true
    await audio.createStream()
    expect(state.opened).toBe(2)
  })
})
