import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flood, Told } from './kinds.ts'

const PROCESS = fileURLToPath(new URL('./stranger-process.ts', import.meta.url))

export interface Stranger {
  begin(flood: Flood): void
  end(): Promise<Told>
}

/** Ready before it is let loose: its start is no part of what is measured. */
export async function openStranger(): Promise<Stranger> {
  const child = fork(PROCESS, [], { execArgv: ['--import', 'tsx'] })
  await once(child, 'spawn')
  return {
    begin: (flood) => void child.send(flood),
    async end() {
      child.send('end')
      const [told] = (await once(child, 'message')) as [Told]
      return told
    },
  }
}
