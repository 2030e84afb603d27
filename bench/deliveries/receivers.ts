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
  /** The flaky one has taken half of everything. */
  | { readonly kind: 'half'; readonly at: number }
  | { readonly kind: 'accounts'; readonly accounts: Accounts }

export interface Receivers {
  urlOf(name: ReceiverName): string
  /** The moment at which the healthy ones had everything. */
  drained(withinMs: number): Promise<number>
  /** The moment at which the flaky one had half of everything. */
  half(withinMs: number): Promise<number>
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
  const half = heard('half')
  // Nobody may be waiting for them when the process is ended.
  for (const one of [all, half]) one.catch(() => {})
  return {
    urlOf: (name) => `http://127.0.0.1:${ports[name]}/`,
    drained: (withinMs) => inTime(all, 'the healthy receivers did not get everything', withinMs),
    half: (withinMs) => inTime(half, 'the flaky receiver did not get half of everything', withinMs),
    async accounts() {
      child.send('accounts')
      return (await heard('accounts')).accounts
    },
    close: () => child.disconnect(),
  }
}

async function inTime(moment: Promise<{ readonly at: number }>, orElse: string, ms: number): Promise<number> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${orElse} within ${ms / 1_000} s`)), ms).unref()
  })
  return (await Promise.race([moment, late])).at
}
