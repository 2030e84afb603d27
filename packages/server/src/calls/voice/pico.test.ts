import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { bookOf } from '../../../testing/spoken-languages.ts'
import { createTimeSlices } from '../audio/steps.ts'
import { wavOfPcmu } from '../audio/wav.ts'
import { createPico } from './pico.ts'
import type { Run } from './run.ts'

const TONE = Uint8Array.from({ length: 4_000 }, (_, n) => (n % 8 < 4 ? 0x9f : 0x1f))

/** A Pico that hums into the file it is told, and remembers what it was asked. */
function hummer(file: Uint8Array | null = wavOfPcmu(TONE, 8_000)) {
  const asked: { words: readonly string[]; input: string; mode: number }[] = []
  const run: Run = async (_, words, input) => {
    if (words[0] === '--usage') return new Uint8Array()
    const place = words[3] ?? ''
    asked.push({ words, input, mode: statSync(path.dirname(place)).mode & 0o777 })
    if (file) await writeFile(place, file)
    return new Uint8Array()
  }
  return { run, asked }
}

const picoWith = (run: Run, clock = manualClock(0)) => createPico(run, clock, createTimeSlices(clock))

describe('free wording by Pico', () => {
  it('goes in through standard input and comes out at both rates', async () => {
    const { run, asked } = hummer()
    const said = await picoWith(run).speak('Grand Hotel', bookOf('de'))
    expect(asked[0]?.words.slice(0, 3)).toEqual(['-l', 'de-DE', '-w'])
    expect(asked[0]?.input).toBe('Grand Hotel.')
    expect(said?.pcmu.length).toBeGreaterThan(2_500)
    expect(said?.wide).toHaveLength(2 * (said?.pcmu.length ?? 0))
  })

  it('lies in a folder that only we can open, and that is gone afterwards', async () => {
    const { run, asked } = hummer()
    await picoWith(run).speak('Ada Lovelace', bookOf('en'))
    expect(asked[0]?.mode).toBe(0o700)
    expect(existsSync(path.dirname(asked[0]?.words[3] ?? ''))).toBe(false)
  })

  it.each<[string, Uint8Array | null]>([
    ['writes no file', null],
    ['writes garbage', Uint8Array.from([1, 2, 3])],
    ['writes silence', wavOfPcmu(new Uint8Array(8_000).fill(0xff), 8_000)],
    ['writes without end', new Uint8Array(5 * 1024 * 1024)],
  ])('is left to others when it %s', async (_, file) => {
    const { run, asked } = hummer(file)
    expect(await picoWith(run).speak('Hotel', bookOf('en'))).toBeNull()
    expect(existsSync(path.dirname(asked[0]?.words[3] ?? ''))).toBe(false)
  })

  it('is not asked for where it is not installed, nor for a language that it has no voice for', async () => {
    expect(await picoWith(() => Promise.resolve(null)).speak('Hotel', bookOf('en'))).toBeNull()
    const { run, asked } = hummer()
    expect(await picoWith(run).speak('Hotel', { ...bookOf('en'), voices: { espeak: 'nl' } })).toBeNull()
    expect(asked).toEqual([])
  })
})
