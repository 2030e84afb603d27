import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Account } from './ledger.ts'

export const HEALTHY = ['prompt-1', 'prompt-2'] as const
export const TROUBLED = ['slow', 'flaky', 'dead'] as const
export const RECEIVERS = [...HEALTHY, ...TROUBLED] as const
export type ReceiverName = (typeof RECEIVERS)[number]

export type Accounts = Readonly<Record<ReceiverName, Account>>
export type Ports = Readonly<Record<ReceiverName, number>>

/** What the process of the receivers says. */
export type Said =
  | { readonly kind: 'open'; readonly ports: Ports }
  /** Both healthy ones have taken everything; when the last of it came. */
  | { readonly kind: 'drained'; readonly at: number }
  | { readonly kind: 'accounts'; readonly accounts: Accounts }

export interface Receivers {
  urlOf(name: ReceiverName): string
  /** The moment at which the healthy ones had everything. */
  drained(withinMs: number): Promise<number>
  accounts(): Promise<Accounts>
  close(): void
}

const PROCESS = fileURLToPath(new URL('./receiver-process.ts', import.meta.url))

/** Five receivers in a process of their own, each waiting for so many messages. */
export async function openReceivers(messages: number): Promise<Receivers> {
  const child = fork(PROCESS, [String(messages)], { execArgv: ['--import', 'tsx'] })
  const heard = async <K extends Said['kind']>(kind: K, signal?: AbortSignal) => {
    for (;;) {
      const [said] = (await once(child, 'message', signal ? { signal } : {})) as [Said]
      if (said.kind === kind) return said as Extract<Said, { kind: K }>
    }
  }
  const { ports } = await heard('open')
  const all = heard('drained')
  // Nobody may be waiting for it when the process is ended.
  all.catch(() => {})
  return {
    urlOf: (name) => `http://127.0.0.1:${ports[name]}/`,
    async drained(withinMs) {
      const late = new Promise<never>((_, reject) => {
        const why = `the healthy receivers did not get everything within ${withinMs / 1_000} s`
        setTimeout(() => reject(new Error(why)), withinMs).unref()
      })
      return (await Promise.race([all, late])).at
    },
    async accounts() {
      child.send('accounts')
      return (await heard('accounts')).accounts
    },
    close: () => child.disconnect(),
  }
}
