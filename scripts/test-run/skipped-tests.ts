import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { missingPrograms } from '../../peers/programs.ts'

export interface Skipped {
  /** The names of the tests. */
  readonly tests: readonly string[]
  readonly missing: readonly string[]
  /** A skipped test proves nothing: where the result decides, none may be. */
  readonly isCi: boolean
}

/** The last line of a run; null where there is nothing to say. */
export function lastLine({ tests, missing, isCi }: Skipped): string | null {
  if (tests.length === 0 && !(isCi && missing.length > 0)) return null
  const names = isCi ? ` (${tests.join('; ')})` : ''
  const words = [
    ...(isCi ? ['Failed, because CI is set and no test may be skipped.'] : []),
    ...(tests.length > 0
      ? [`Skipped: ${tests.length} ${tests.length === 1 ? 'test' : 'tests'}${names}.`]
      : []),
    ...(missing.length > 0
      ? [`Missing programs: ${missing.join(', ')}. npm run test:peers installs them.`]
      : []),
  ]
  return words.join(' ')
}

/** A reporter for vitest, which comes after all others. */
export default class SkippedTests implements Reporter {
  /** With a pattern of names, vitest counts all other tests as skipped. */
  #isPart = false

  onInit({ config }: Vitest): void {
    this.#isPart = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPart) return
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    const tests = skipped.map(({ fullName }) => fullName)
    const isCi = (process.env['CI'] ?? '') !== ''
    const line = lastLine({ tests, missing: missingPrograms(), isCi })
    if (line === null) return
    process.stdout.write(`\n${line}\n`)
    if (isCi) process.exitCode = 1
  }
}
