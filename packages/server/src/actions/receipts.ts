import { type Receipt, RECEIPT_KEPT_FOR, type ReceiptKey } from '../hotel/log/receipt.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { Failure, type FailureCode, isFailure } from '../kernel/failure.ts'
import type { HotelDatabase, Stores } from '../store/stores/stores.ts'

/** Failures that may pass by themselves are not kept: the client should try again. */
const PASSING: readonly FailureCode[] = [
  'internal',
  'calls.held-back',
  'store.unavailable',
  'store.corrupt',
  'store.newer',
  'store.in-use',
  'config.invalid',
  'requests.too-many',
  'request.in-flight',
  'charge.under-way',
  'house.quiet',
  'house.lost',
  'node.cut-off',
  'home.silent',
]

type Kept =
  | { value?: unknown }
  | { failure: { code: FailureCode; message: string; detail: Record<string, unknown> } }

const isRunOut = ({ at }: Receipt, now: Instant) => at <= now - RECEIPT_KEPT_FOR

/** The answer that was given, be it a value or a failure. */
function answerOf<T>(receipt: Receipt, { fingerprint }: ReceiptKey): T {
  if (receipt.fingerprint !== fingerprint)
    throw new Failure(
      'request.key-reused',
      'This Idempotency-Key was used for another request; use a new one',
    )
  const kept = JSON.parse(receipt.answer) as Kept
  if ('failure' in kept) throw new Failure(kept.failure.code, kept.failure.message, kept.failure.detail)
  return kept.value as T
}

/**
 * Does the work and keeps its answer in one transaction; or returns the answer of an earlier request, for whose
 * commit PostgreSQL waits. Other transactions do not see the empty receipt before it is answered.
 */
export async function answeredOnce<T>(
  stores: Stores,
  key: ReceiptKey,
  now: Instant,
  work: () => Promise<T>,
): Promise<T> {
  const isFirst = await stores.receipts.insert({ ...key, answer: '', at: now }, now - RECEIPT_KEPT_FOR)
  const earlier = isFirst ? undefined : await stores.receipts.get(key)
  if (earlier) return answerOf(earlier, key)
  const value = await work()
  await stores.receipts.answer(key, JSON.stringify({ value }))
  return value
}

export type ReceiptActions = ReturnType<typeof receiptActions>

/** A request that is repeated with the same Idempotency-Key gets the answer of the first. */
export function receiptActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  const inFlight = new Set<string>()

  const keepFailure = async (key: ReceiptKey, { code, message, detail }: Failure) => {
    const [answer, at] = [JSON.stringify({ failure: { code, message, detail } }), clock.now()]
    await database.transaction(({ receipts }) =>
      receipts.insert({ ...key, answer, at }, at - RECEIPT_KEPT_FOR),
    )
  }

  return {
    /** `deed` keeps its own answer, in the transaction of the fact; only its failures are kept here. */
    async once<T>(key: ReceiptKey, deed: () => Promise<T>): Promise<T> {
      const name = JSON.stringify([key.tenant, key.scope, key.key])
      if (inFlight.has(name))
        throw new Failure(
          'request.in-flight',
          'The first request with this Idempotency-Key is still being worked on',
        )
      inFlight.add(name)
      try {
        const earlier = await database.read.receipts.get(key)
        if (earlier && !isRunOut(earlier, clock.now())) return answerOf<T>(earlier, key)
        return await keepingFailures(deed, (failure) => keepFailure(key, failure))
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
