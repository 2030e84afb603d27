import { mkdtempSync, rmSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPhraseAudio } from './phrase-audio.ts'
import { bookOf, LANGUAGE_FOLDER, TAGS_HERE } from '../../../testing/spoken-languages.ts'
import { systemClock } from '../../kernel/clock.ts'
import { speechIn } from '../audio/level.ts'
import { atOnce, createTimeSlices } from '../audio/steps.ts'

const slices = createTimeSlices(systemClock())
const openAt = (folder: string) => openPhraseAudio({ folder }, slices)

interface Index {
  readonly pieces: Readonly<Record<string, { readonly text: string; readonly at: number }>>
}

describe.each(TAGS_HERE)('the recorded phrases of %s', (language) => {
  it('were made from the wording of today: otherwise run "npm run phrases"', async () => {
    const file = await readFile(path.join(LANGUAGE_FOLDER, language, 'speech.json'), 'utf8')
    const { pieces } = JSON.parse(file) as Index
    const recorded = Object.entries(pieces).map(([name, { text }]) => [name, text])
    expect(recorded).toEqual([...bookOf(language).pieces])
  })
})

describe('a recorded phrase', () => {
  it('is there at 8 kHz and at 16 kHz, at the same level', async () => {
    const audio = await openAt(path.join(LANGUAGE_FOLDER, 'en'))
    const sound = await audio?.piece('phrase/good-morning')
    const wide = Float32Array.from(sound?.wide ?? [], (sample) => sample / 32_768)
    expect(wide.length).toBe(2 * (sound?.pcmu.length ?? 0))
    expect(Math.abs(atOnce(speechIn(wide, 16_000)).level + 20)).toBeLessThan(1.5)
  })
})

describe('phrases that cannot be used', () => {
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'phrases-'))
    await cp(path.join(LANGUAGE_FOLDER, 'fr'), folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const track = () => path.join(folder, 'speech.flac')

  it('are refused when the file is not there', async () => {
    rmSync(track())
    await expect(openAt(folder)).rejects.toThrow('speech.json is of no use without speech.flac')
  })

  it('are refused when the sound is cut off', async () => {
    const whole = await readFile(track())
    await writeFile(track(), whole.subarray(0, whole.length / 2))
    await expect(openAt(folder)).rejects.toThrow('damaged')
  })

  it('are refused when the sound is no sound', async () => {
    await writeFile(track(), 'version https://git-lfs')
    await expect(openAt(folder)).rejects.toThrow('damaged')
  })

  it('are not played where a single bit is wrong, all others are', async () => {
    const { pieces } = JSON.parse(await readFile(path.join(folder, 'speech.json'), 'utf8')) as Index
    const [damaged, sound] = [pieces['phrase/good-morning'], pieces['phrase/good-evening']]
    const middle = Math.floor(((damaged?.at ?? 0) + (sound?.at ?? 0)) / 2)
    const whole = await readFile(track())
    whole[middle] = (whole[middle] ?? 0) ^ 1
    await writeFile(track(), whole)
    const audio = await openAt(folder)
    await expect(audio?.piece('phrase/good-morning')).rejects.toThrow('damaged')
    expect(await audio?.piece('phrase/good-evening')).not.toBeNull()
  })

  it('are nothing where nothing was recorded', async () => {
    for (const file of ['speech.json', 'speech.flac']) rmSync(path.join(folder, file))
    expect(await openAt(folder)).toBeNull()
  })
})
