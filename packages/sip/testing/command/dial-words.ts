import { parseArgs } from 'node:util'
import type { Address } from '../../src/messages/address.ts'
import { readSeconds } from './rules.ts'

/** One call that a phone makes: `dial 101 700 0630`. */
export interface DialCommand {
  readonly from: string
  readonly to: string
  /** A comma waits for a second. */
  readonly keys: string
  readonly at: Address
  /** From the answer to the first key, and from the last key to the end. */
  readonly afterMs: number
  readonly listenMs: number
}

export type AskedDial =
  | { readonly kind: 'dial'; readonly command: DialCommand }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] }

const TEXT = { type: 'string' } as const
const OPTIONS = { at: TEXT, after: TEXT, listen: TEXT } as const

const NUMBER = /^[\w.+*#-]{1,32}$/
const KEYS = /^[0-9*#,]{0,64}$/

export function readDialWords(words: readonly string[]): AskedDial {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: OPTIONS,
      allowPositionals: true,
    })
    const [from = '', to = '', keys = '', ...more] = positionals
    const at = addressOf(values.at ?? '127.0.0.1:5062')
    const [after, listen] = [readSeconds(values.after ?? '2'), readSeconds(values.listen ?? '8')]
    const mistakes = [
      ...(NUMBER.test(from) ? [] : [`"${from}" is no number to call from, as in dial 101 700 0630`]),
      ...(NUMBER.test(to) ? [] : [`"${to}" is no number to call, as in dial 101 700 0630`]),
      ...(KEYS.test(keys)
        ? []
        : [`"${keys}" are no keys: 0 to 9, * and #, and a comma for a second of waiting`]),
      ...(more.length === 0 ? [] : [`"${more.join(' ')}" is too much: dial FROM TO KEYS`]),
      ...(at ? [] : [`--at cannot be "${values.at}": an address with its port, as in 127.0.0.1:5062`]),
      ...(after === null ? [`--after cannot be "${values.after}": seconds, as in 2 or 0.5`] : []),
      ...(listen === null ? [`--listen cannot be "${values.listen}": seconds, as in 2 or 0.5`] : []),
    ]
    if (mistakes.length > 0 || !at || after === null || listen === null) return { kind: 'mistakes', mistakes }
    const [afterMs, listenMs] = [after * 1_000, listen * 1_000]
    return { kind: 'dial', command: { from, to, keys, at, afterMs, listenMs } }
  } catch (error) {
    return { kind: 'mistakes', mistakes: [error instanceof Error ? error.message : String(error)] }
  }
}

function addressOf(text: string): Address | null {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? []
  return host === undefined || Number(port) > 65_535 ? null : { host, port: Number(port) }
}
