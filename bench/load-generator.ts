import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadJob, LoadResult } from './load.ts'

export interface LoadGenerator {
  fire(job: LoadJob): Promise<LoadResult>
  stop(): void
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  return {
    async fire(job) {
      child.send(job)
      const [result] = (await once(child, 'message')) as [LoadResult]
      return result
    },
    stop: () => child.disconnect(),
  }
}
