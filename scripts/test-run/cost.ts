// A reporter of vitest: the ten files that took most, and the files of the default lane that went over their limit.
import type { Reporter, TestModule } from 'vitest/node'
import { DEFAULT_LANE, LIMIT_SECONDS } from './lanes.ts'

const MOST_SHOWN = 10

interface Cost {
  readonly file: string
  readonly processor: number
  readonly wall: number
}

const costOf = (module: TestModule): Cost => ({
  file: module.relativeModuleId,
  processor: (module.meta().processorMs ?? 0) / 1_000,
  wall: module.diagnostic().duration / 1_000,
})

const lineOf = ({ file, processor, wall }: Cost) =>
  `  ${processor.toFixed(1).padStart(6)} s ${wall.toFixed(1).padStart(7)} s  ${file}\n`

export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.map(costOf).toSorted((a, b) => b.processor - a.processor)
    const slowest = costs.slice(0, MOST_SHOWN).map(lineOf).join('')
    process.stdout.write(`\nThe slowest files: processor time, wall time\n${slowest}`)
    for (const { file, processor } of costs.filter(isOverLimit)) {
      process.stderr.write(
        `${file} took ${processor.toFixed(1)} s of processor time, and ${LIMIT_SECONDS} s is the limit in npm test: make it cheaper, or move it to test:all (scripts/test-run/lanes.ts)\n`,
      )
      process.exitCode = 1
    }
  }
}

const isOverLimit = ({ file, processor }: Cost) => DEFAULT_LANE.includes(file) && processor > LIMIT_SECONDS
