import type { CallHandle, StoredHandle } from '../call/call-handle.ts'
import type { DialOptions } from '../call/dial-options.ts'
import type { Address } from '../messages/address.ts'
import type { Protocol } from '../transport/flow.ts'
import type { LineOptions } from '../lines/lines.ts'

/** Wrong options throw at once, where the program gives them, instead of failing later. */

interface AgentOptions {
  readonly bind: Address
  readonly protocols?: readonly Protocol[]
  readonly audioPorts?: PortRange
}

interface PortRange {
  readonly low: number
  readonly high: number
}

export function checkAgent({ bind, protocols, audioPorts }: AgentOptions) {
  checkPort('bind.port', bind.port)
  if (protocols?.length === 0) throw new RangeError('protocols must name at least one')
  if (audioPorts) checkRange(audioPorts)
}

function checkRange({ low, high }: PortRange) {
  checkPort('audioPorts.low', low)
  checkPort('audioPorts.high', high)
  if (low >= high) throw new RangeError(`audioPorts.low (${low}) must be less than audioPorts.high (${high})`)
}

export function checkLine(options: LineOptions) {
  const { user, domain, port, exchange, proxy, ownPort, srtp = 'off', protocol, scheme } = options
  if (user.trim() === '') throw new RangeError('The user of a line must not be empty')
  if (domain.trim() === '') throw new RangeError('The domain of a line must not be empty')
  if (port !== undefined) checkPort('port', port)
  if (exchange?.port !== undefined) checkPort('exchange.port', exchange.port)
  if (proxy?.port !== undefined) checkPort('proxy.port', proxy.port)
  if (ownPort !== undefined) checkPort('ownPort', ownPort)
  // RFC 4568 8.1: over anything else everybody could read the keys.
  if (srtp !== 'off' && protocol !== 'TLS') throw new RangeError('srtp needs a line over TLS')
  // RFC 3261 19.1.
  if (scheme === 'sips' && protocol !== 'TLS') throw new RangeError('A sips address needs a line over TLS')
}

export function checkDial({ ringMs = 0 }: DialOptions) {
  if (!Number.isFinite(ringMs) || ringMs < 0)
    throw new RangeError(`ringMs must be a number of milliseconds, not ${ringMs}`)
}

/** Stored and read again; another version or a person may have changed it. */
export function checkHandle(handle: StoredHandle | null | undefined): asserts handle is CallHandle {
  const texts = [handle?.line, handle?.uri, handle?.from, handle?.to, handle?.callId, handle?.seed]
  const isWhole = texts.every((text) => typeof text === 'string') && typeof handle?.seq === 'number'
  if (!isWhole || !isSender(handle.sentBy)) throw new TypeError('This is no handle of a call')
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isSender(sentBy: unknown): boolean {
  if (!isObject(sentBy) || !('local' in sentBy) || !isObject(sentBy.local)) return false
  const { local } = sentBy
  return (
    'host' in local && typeof local.host === 'string' && 'port' in local && typeof local.port === 'number'
  )
}

function checkPort(name: string, port: number) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`${name} must be a whole number from 0 to 65535, not ${port}`)
}
