import { renumbered, withoutCredentials } from '../lines/retry-with-credentials.ts'
import { parseNameAddr } from '../messages/header.ts'
import type { LineOptions } from '../lines/lines.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { formatUri, parseUri } from '../messages/uri.ts'

export interface RedirectionRules {
  readonly line: Pick<LineOptions, 'domain' | 'exchange' | 'proxy' | 'scheme'>
  /** How many addresses are tried at most, besides the one that was dialled. */
  readonly most: number
}

/**
 * RFC 3261 8.1.3.4: the addresses that a call was sent on to. They are tried one after the other, the most wanted
 * first, each once and never for ever; by the hotel's rule only within the exchange.
 */
export class Redirection {
  readonly #rules: RedirectionRules
  readonly #tried = new Set<string>()
  #open: readonly string[] = []
  #followed = 0

  constructor(rules: RedirectionRules) {
    this.#rules = rules
  }

  /** The INVITE for the next address, if this answer leads to one. */
  next(response: SipResponse, sent: SipRequest): SipRequest | null {
    this.#tried.add(plainUri(sent.uri) ?? sent.uri)
    if (isRedirection(response.status)) this.#open = [...this.#leadingTo(response), ...this.#open]
    else if (!isOfOnePhone(response.status)) return null
    const uri = this.#open.find((one) => !this.#tried.has(one))
    if (uri === undefined || this.#followed >= this.#rules.most) return null
    this.#followed += 1
    return { ...renumbered(withoutCredentials(sent)), uri }
  }

  #leadingTo({ headers }: SipResponse): string[] {
    const contacts = (listOf(headers.all('contact')) ?? []).map(parseNameAddr).filter((one) => one !== null)
    return contacts
      .toSorted((one, other) => wish(other.params.get('q')) - wish(one.params.get('q')))
      .map(({ uri }) => plainUri(uri))
      .filter((uri) => uri !== null)
      .filter((uri) => this.#isWithin(uri))
  }

  #isWithin(uri: string): boolean {
    const { domain, exchange, proxy, scheme } = this.#rules.line
    const hosts = [domain, exchange?.host, proxy?.host].map((host) => host?.toLowerCase())
    const to = parseUri(uri)
    // RFC 3261 8.1.3.4: what was to be encrypted all the way is not led to where it might not be.
    return hosts.includes(to?.host) && (scheme !== 'sips' || to?.scheme === 'sips')
  }
}

const isRedirection = (status: number) => status >= 300 && status < 400

/**
 * RFC 3261 8.1.3.4: after a failure the next one is tried; not after a 6xx, which speaks for all of them, nor where
 * the exchange wants to know who we are, nor when it was withdrawn.
 */
const isOfOnePhone = (status: number) => status >= 400 && status < 600 && ![401, 407, 487].includes(status)

/** RFC 3261 20.10, 25.1: from 0 to 1; 1 if absent or malformed. */
const wish = (q: string | null | undefined) => (q && /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(q) ? Number(q) : 1)

/** RFC 3261 19.1.5: what asks for another method or brings headers along does not belong into a Request-URI. */
function plainUri(text: string): string | null {
  const uri = parseUri(text)
  if (!uri) return null
  const params = new Map([...uri.params].filter(([name]) => name !== 'method'))
  return formatUri({ ...uri, params, headers: '' })
}
