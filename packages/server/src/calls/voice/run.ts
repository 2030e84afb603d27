import { execFile } from 'node:child_process'
import { seconds } from '../../kernel/clock.ts'

/** Runs a program with some input; null when it is not there, fails, talks too much or takes too long. */
export type Run = (program: string, words: readonly string[], input: string) => Promise<Uint8Array | null>

const LONGEST_RUN = seconds(5)
// Half a minute and more of speech at 22,050 Hz.
const MOST_BYTES = 4 * 1024 * 1024

export function runner(timeout = LONGEST_RUN): Run {
  const limits = { encoding: 'buffer', timeout, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const
  return (program, words, input) =>
    new Promise((resolve) => {
      const child = execFile(program, words, limits, (error, said) => resolve(error ? null : said))
      // A program that ends without reading all is judged by how it ended.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })
}
