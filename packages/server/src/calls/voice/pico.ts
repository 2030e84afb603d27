import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { type TimeSlices, unhurried } from '../audio/steps.ts'
import { utterance } from '../audio/utterance.ts'
import { channelOf, parseWav } from '../audio/wav.ts'
import type { Run } from './run.ts'
import { askedSeldom, createAsk, speakable, type Synthesiser } from './synthesiser.ts'

export const PICO = 'pico2wave'

// Two minutes at 16 kHz.
const MOST_BYTES = 4 * 1024 * 1024

/** SVOX Pico, the voice of the recorded phrases: `pico2wave` of Debian's libttspico-utils, where it is installed. */
export function createPico(run: Run, clock: Clock, slices: TimeSlices): Synthesiser {
  const ask = createAsk(clock)
  const isThere = askedSeldom(clock, async () => (await run(PICO, ['--usage'], '')) !== null)

  return {
    async speak(text, { voices }) {
      const { pico } = voices
      const words = speakable(text)
      if (words === '' || pico === undefined || !(await isThere())) return null
      const file = await ask(() => spokenByPico(run, words, pico))
      const wav = file ? parseWav(file) : null
      if (wav === null || typeof wav === 'string') return null
      const samples = await unhurried(channelOf(wav, 0), slices)
      const said = await unhurried(utterance(samples, wav.rate), slices)
      return said.pcmu.length > 0 ? said : null
    },
    speaks: async (books) =>
      (await isThere()) ? books.filter(({ voices }) => voices.pico !== undefined) : [],
  }
}

/** It writes nothing but files: into a folder that only we can open, and that is gone afterwards. */
export async function spokenByPico(run: Run, text: string, voice: string): Promise<Uint8Array | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-voice-')).catch(() => null)
  if (folder === null) return null
  const file = path.join(folder, 'said.wav')
  try {
    // The text goes in through standard input: no list of processes shows a guest's name.
    if ((await run(PICO, ['-l', voice, '-w', file], text)) === null) return null
    return (await stat(file)).size > MOST_BYTES ? null : await readFile(file)
  } catch {
    // It says that all went well even where it could not write.
    return null
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
