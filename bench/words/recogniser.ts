import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MODEL = '/usr/share/pocketsphinx/model/en-us'

/** What Debian's pocketsphinx understands of speech of 16 kHz, with the model and the dictionary that come with it. */
export function heardIn(samples: Int16Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-words-'))
  try {
    const file = path.join(folder, 'said.raw')
    writeFileSync(file, Buffer.from(withSilence(samples).buffer))
    const models = [
      '-hmm',
      `${MODEL}/en-us`,
      '-lm',
      `${MODEL}/en-us.lm.bin`,
      '-dict',
      `${MODEL}/cmudict-en-us.dict`,
    ]
    const words = [...models, '-samprate', '16000', '-infile', file, '-logfn', '/dev/null']
    return execFileSync('pocketsphinx_continuous', words).toString().replaceAll('\n', ' ')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const QUIET = 16_000 / 2

/** Half a second before and after, as a recogniser expects. */
export function withSilence(samples: Int16Array): Int16Array {
  const whole = new Int16Array(samples.length + 2 * QUIET)
  whole.set(samples, QUIET)
  return whole
}
