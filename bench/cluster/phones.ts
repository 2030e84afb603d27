import { fileURLToPath } from 'node:url'
import { startChild } from '../child-process.ts'

/** A call that came to a phone. */
export interface SeenCall {
  readonly number: string
  /** In milliseconds since 1970. */
  readonly invitedAt: number
  readonly isAcknowledged: boolean
  /** When, after it was acknowledged, the announcement had been heard for long enough; null if it was not. */
  readonly forGoodAt: number | null
  /** Of the announcement, the silence at its beginning counted. */
  readonly listenedMs: number
}

export type Said =
  | { readonly kind: 'open'; readonly port: number }
  | { readonly kind: 'account'; readonly calls: readonly SeenCall[]; readonly refused: number }

export interface ClusterPhones {
  readonly port: number
  /** All calls so far in the order in which they came, and how many were refused because the phone was in one. */
  account(): Promise<Extract<Said, { kind: 'account' }>>
  close(): void
}

const PROCESS = fileURLToPath(new URL('./phone-process.ts', import.meta.url))

/** The phones of all houses, in a process that no fault of a node stops. */
export async function openClusterPhones(): Promise<ClusterPhones> {
  const { process: child, heard } = startChild<Said>(PROCESS, [])
  const { port } = await heard('open')
  return {
    port,
    account() {
      child.send('account')
      return heard('account')
    },
    close: () => child.disconnect(),
  }
}
