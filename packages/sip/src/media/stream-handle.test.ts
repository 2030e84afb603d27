import { describe, expect, it } from 'vitest'
import { prepareAudio } from './media.ts'
import type { StreamCommand } from './messages.ts'
import { StreamHandle } from './stream-handle.ts'

const AUDIO = prepareAudio(new Uint8Array(80))

/** A stream whose thread the test plays itself. */
function stage() {
  const asked: StreamCommand[] = []
  const stream = new StreamHandle(4_000, (command) => void asked.push(command))
  const told: string[] = []
  stream.on('played', () => told.push('played'))
  const numbers = () => asked.flatMap((one) => (one.kind === 'play' ? [one.play] : []))
  return { stream, told, numbers }
}

describe('what was played', () => {
  it('is told when it was the last that was asked for', () => {
    const { stream, told, numbers } = stage()
    stream.play(AUDIO)
    stream.played(numbers()[0] ?? 0)
    expect(told).toEqual(['played'])
  })

  it('is of no account when something else was asked for meanwhile, or silence', () => {
    const { stream, told, numbers } = stage()
    stream.play(AUDIO)
    stream.play(AUDIO)
    stream.played(numbers()[0] ?? 0)
    expect(told).toEqual([])
    stream.quiet()
    stream.played(numbers()[1] ?? 0)
    expect(told).toEqual([])
  })

  it('is told to nobody once the stream was stopped', () => {
    const { stream, told, numbers } = stage()
    stream.play(AUDIO)
    void stream.stop()
    stream.played(numbers()[0] ?? 0)
    expect(told).toEqual([])
  })
})
