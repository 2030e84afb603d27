import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Much happens, at a steady pace. */
export interface Rush {
  readonly of: 'rooms' | 'calls'
  readonly perSecond: number
  readonly seconds: number
}

export type Said =
  | { readonly what: 'open'; readonly url: string; readonly slowestMs: number }
  | { readonly what: 'told'; readonly events: number; readonly seconds: number }

export interface BenchHouse {
  readonly url: string
  /** Of four times 500 rooms reported at once. */
  readonly slowestMs: number
  rush(rush: Rush): Promise<{ readonly events: number; readonly seconds: number }>
  close(): void
}

export interface HouseSize {
  readonly rooms: number
  readonly calls: number
}

/** The largest that is promised, and one as most are. */
export const LARGE: HouseSize = { rooms: 2_000, calls: 5_000 }
export const ORDINARY: HouseSize = { rooms: 200, calls: 100 }

/** The hotel, beside this process: what it does takes nothing from whoever measures. */
export async function openBenchHouse({ rooms, calls }: HouseSize): Promise<BenchHouse> {
  const file = fileURLToPath(new URL('./house-process.ts', import.meta.url))
  const child = fork(file, [String(rooms), String(calls)], { execArgv: ['--import', 'tsx'] })
  const opened = await heard(child)
  if (opened.what !== 'open') throw new Error('The hotel did not open')
  return {
    ...opened,
    async rush(rush) {
      child.send(rush)
      const told = await heard(child)
      if (told.what !== 'told') throw new Error('The rush did not come')
      return told
    },
    close: () => void child.kill('SIGKILL'),
  }
}

async function heard(child: ChildProcess): Promise<Said> {
  const listening = new AbortController()
  const gone = once(child, 'exit', { signal: listening.signal }).then(() => {
    throw new Error('The hotel is gone')
  })
  gone.catch(() => {})
  const said = await Promise.race([once(child, 'message', { signal: listening.signal }), gone])
  listening.abort()
  return said[0] as Said
}
