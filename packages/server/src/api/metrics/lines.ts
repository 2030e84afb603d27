import { Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

interface WatchedLine {
  /** With its tenant, as it is told apart in the whole installation. */
  readonly name: string
  readonly working: boolean
  readonly busy: number
  readonly calls: number
}

/** For each telephone line of this process: whether it carries calls, and how many. */
export function watchLines({ registry }: Metrics, lines: () => readonly WatchedLine[]) {
  const gauge = (name: string, help: string, value: (line: WatchedLine) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['line'],
      registers: [registry],
      collect() {
        this.reset()
        for (const line of lines()) this.set({ line: line.name }, value(line))
      },
    })
  gauge('reveille_line_up', '1 while the telephone line can carry calls', ({ working }) => (working ? 1 : 0))
  gauge('reveille_line_calls', 'Calls that the line carries at the moment', ({ busy }) => busy)
  gauge('reveille_line_calls_limit', 'Calls that it carries at once, at most', ({ calls }) => calls)
}
