import { RECEIPT_KEPT_FOR } from '../hotel/log/receipt.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure, type FailureCode, isFailure } from '../kernel/failure.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { ReceiptKey } from './actor.ts'

/** Failures that may pass by themselves are not kept: the client shall try again. */
const PASSING: readonly FailureCode[] = [
  'internal',
  'store.unavailable',
  'store.corrupt',
  'store.newer',
  'store.in-use',
  'config.invalid',
  'requests.too-many',
  'request.in-flight',
]

type Kept =
  { value?: unknown } | { failure: { code: FailureCode; message: string; detail: Record<string, unknown> } }

export type ReceiptActions = ReturnType<typeof receiptActions>

/** A request that is repeated with the same Idempotency-Key gets the answer of the first. */
export function receiptActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  const inFlight = new Set<string>()

  const earlier = async ({ scope, key, fingerprint }: ReceiptKey): Promise<Kept | undefined> => {
    const receipt = await database.read.receipts.get(scope, key)
    if (!receipt || receipt.at <= clock.now() - RECEIPT_KEPT_FOR) return undefined
    if (receipt.fingerprint !== fingerprint)
      throw new Failure(
        'request.key-reused',
        'This Idempotency-Key was used for another request; use a new one',
      )
    return JSON.parse(receipt.answer) as Kept
  }

  const keepFailure = async (receipt: ReceiptKey, failure: Failure) => {
    const { code, message, detail } = failure
    const answer = JSON.stringify({ failure: { code, message, detail } })
    await database.transaction((stores) => stores.receipts.save({ ...receipt, answer, at: clock.now() }))
  }

  return {
    /** `deed` keeps its own answer, in the transaction of the fact; only its failures are kept here. */
    async once<T>(receipt: ReceiptKey, deed: () => Promise<T>): Promise<T> {
      const name = `${receipt.scope}\n${receipt.key}`
      if (inFlight.has(name))
        throw new Failure(
          'request.in-flight',
          'The first request with this Idempotency-Key is still being worked on',
        )
      inFlight.add(name)
      try {
        const kept = await earlier(receipt)
        if (kept && 'failure' in kept)
          throw new Failure(kept.failure.code, kept.failure.message, kept.failure.detail)
        if (kept) return kept.value as T
        return await keepingFailures(deed, (failure) => keepFailure(receipt, failure))
      } finally {
        inFlight.delete(name)
      }
    },
  }
}

async function keepingFailures<T>(
  deed: () => Promise<T>,
  keep: (failure: Failure) => Promise<void>,
): Promise<T> {
  try {
    return await deed()
  } catch (error) {
    if (isFailure(error) && !PASSING.includes(error.code)) await keep(error)
    throw error
  }
}
