import { fileURLToPath } from 'node:url'
import { startChild } from '../child-process.ts'

/**
 * `ringing`: 180, and 486 eight seconds later; `busy`: 486 at once; `picking up`: 200 within ten seconds, and listening;
 * `all picking up`: 200 after two seconds, all within one, and listening.
 */
export type Manner = 'ringing' | 'busy' | 'picking up' | 'all picking up'

/** How evenly the audio came to one phone. */
export interface HeardAudio {
  readonly packets: number
  /** From picking up to the first packet, in milliseconds. */
  readonly silentMs: number
  /** |gap - 20 ms| of each packet but the first. */
  readonly deviations: readonly number[]
}

export interface Account {
  /** When the first INVITE came for each number, in milliseconds since 1970. */
  readonly invited: readonly number[]
  /** The same with the number that was rung. */
  readonly invitedAt: readonly (readonly [string, number])[]
  /** Numbers that were rung again after they had been answered for good. */
  readonly again: readonly string[]
  /** INVITEs and ACKs beyond the first of a call. */
  readonly repeated: number
  readonly pickedUp: number
  readonly acknowledged: number
  /** Numbers that were answered for good. */
  readonly answeredForGood: readonly string[]
  /** Of each call that was picked up and acknowledged. */
  readonly audio: readonly HeardAudio[]
}

/** What the process says. */
export type Said =
  | { readonly kind: 'open'; readonly port: number }
  | { readonly kind: 'account'; readonly account: Account }

export interface PhoneProcess {
  readonly port: number
  account(): Promise<Account>
  close(): void
}

const PROCESS = fileURLToPath(new URL('./phone-process.ts', import.meta.url))

/** An exchange with a phone for every number, bare datagrams in a process of its own. */
export async function openPhoneProcess(manner: Manner): Promise<PhoneProcess> {
  const { process: child, heard } = startChild<Said>(PROCESS, [manner])
  const { port } = await heard('open')
  return {
    port,
    async account() {
      child.send('account')
      return (await heard('account')).account
    },
    close: () => child.disconnect(),
  }
}
