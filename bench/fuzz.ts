import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, none } from './report.ts'

const INPUTS = 1_000_000
const FUZZ = fileURLToPath(new URL('../packages/sip/test/fuzz.ts', import.meta.url))
const MOST_OUTPUT = 2 ** 24

export const bench: Bench = {
  about: 'bent SIP messages and RTP packets by the million (words: a number of inputs, seed=N)',
  smoke: ['5000'],
  async run(words) {
    const inputs = words.find((word) => /^\d+$/.test(word)) ?? String(INPUTS)
    const seed = words.find((word) => word.startsWith('seed='))?.slice(5) ?? '1'
    const { said, failed } = await bend(inputs, seed)
    return {
      counted:
        'inputs that every reader of the wire has read, in a process of its own; milliseconds are of the processor',
      notes: [`seed ${seed}`, ...said.trimEnd().split('\n')],
      tables: [],
      checks: [none('runs in which an input broke a rule, took half a second or left memory behind', failed)],
    }
  },
}

async function bend(inputs: string, seed: string) {
  try {
    const words = ['--import', 'tsx', FUZZ, inputs, seed]
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: MOST_OUTPUT })
    return { said: stdout, failed: 0 }
  } catch (error) {
    return { said: String(error), failed: 1 }
  }
}
