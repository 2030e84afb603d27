import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

interface Said {
  readonly kind: string
}

/** A program of a benchmark in a process of its own, and what it says. */
export interface Child<S extends Said> {
  readonly process: ChildProcess
  heard<K extends S['kind']>(kind: K): Promise<Extract<S, { kind: K }>>
}

export function startChild<S extends Said>(program: string, words: readonly string[]): Child<S> {
  const child = fork(program, [...words], { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  return {
    process: child,
    async heard<K extends S['kind']>(kind: K) {
      for (;;) {
        const [said] = (await once(child, 'message')) as [S]
        if (said.kind === kind) return said as Extract<S, { kind: K }>
      }
    },
  }
}
