/**
 * Why something was refused or could not be done. Codes are stable: they are what logs, tests and
 * the edge go by. The numbers and HTTP statuses that clients see are put on in `api/answers/problem-reply.ts`.
 */
export type FailureCode =
  | 'parameter.invalid'
  | 'parameter.unknown'
  | 'room.unknown'
  | 'room.vacant'
  | 'charge.under-way'
  | 'thing.unknown'
  | 'route.unknown'
  | 'method.unsupported'
  | 'credentials.wrong'
  | 'password.wrong'
  | 'session.locked'
  | 'session.display'
  | 'permission.missing'
  | 'origin.foreign'
  | 'host.foreign'
  | 'quantity.over-max'
  | 'thing.exists'
  | 'thing.in-use'
  | 'thing.ambiguous'
  | 'thing.changed'
  | 'state.conflict'
  | 'place.taken'
  | 'port.taken'
  | 'delivery.settled'
  | 'delivery.sending'
  | 'delivery.changed'
  | 'delivery.perhaps-there'
  | 'charge.taken-back'
  | 'charge.by-hand'
  | 'guest.none'
  | 'room.occupied'
  | 'calls.pending'
  | 'deliveries.waiting'
  | 'call.over'
  | 'call.ringing'
  | 'call.replaced'
  | 'call.present'
  | 'alarm.over'
  | 'link.down'
  | 'not.demonstration'
  | 'house.claimed'
  | 'backup.running'
  | 'backup.elsewhere'
  | 'node.alone'
  | 'administrator.last'
  | 'request.in-flight'
  | 'request.key-reused'
  | 'rule.refused'
  | 'not.webhook'
  | 'not.property-system'
  | 'guests.not-taken'
  | 'charge.unchanged'
  | 'charge.too-large'
  | 'charge.unpostable'
  | 'item.unpostable'
  | 'series.no-day-left'
  | 'series.no-such-day'
  | 'call.not-repeating'
  | 'time.too-far'
  | 'time.past'
  | 'voice.missing'
  | 'requests.too-many'
  | 'body.unsupported'
  | 'body.too-large'
  | 'request.slow'
  | 'url.too-long'
  | 'headers.too-large'
  | 'calls.held-back'
  | 'house.quiet'
  | 'house.lost'
  | 'node.cut-off'
  | 'home.silent'
  | 'store.unavailable'
  | 'store.corrupt'
  | 'store.newer'
  | 'store.in-use'
  | 'config.invalid'
  | 'internal'

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  /** Facts for the reply or the log: seconds to wait, allowed methods, the field that was wrong. */
  readonly detail: Readonly<Record<string, unknown>>

  constructor(code: FailureCode, message: string, detail: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
  }
}

export const isFailure = (error: unknown): error is Failure => error instanceof Failure

/** Another node has the house by now. */
export const isHouseLost = (error: unknown): boolean => isFailure(error) && error.code === 'house.lost'

/** An unknown thrown thing, for those who take errors only. */
export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** What an unknown thrown thing says, for logs and messages. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
