import type { Random } from '../transactions/clock.ts'
import {
  answerChallenge,
  type Challenge,
  chooseChallenge,
  type Credentials,
  parseChallenge,
} from './digest.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'

/** RFC 3261 22.2, 22.3: who challenges, and the header in which it wants its answer. */
const KINDS = {
  401: { challenge: 'www-authenticate', answer: 'Authorization' },
  407: { challenge: 'proxy-authenticate', answer: 'Proxy-Authorization' },
} as const
type ChallengeStatus = keyof typeof KINDS

export const isChallenge = (status: number): status is ChallengeStatus => status === 401 || status === 407

/**
 * How often one request answers the challenges of one realm: the first, and one more that is stale or brings a new nonce
 * (one-time nonces). After that a wrong password would lock the account.
 */
const MOST_ANSWERS = 2
/** A peer that names a new realm each time must not keep us busy. */
const MOST_REALMS = 4
const NONCES_REMEMBERED = 64

/** The name and password of a line, and how often each nonce was used (RFC 7616 3.4: nc). */
export class Authorization {
  readonly #credentials: Credentials | null
  readonly #random: Random
  readonly #realm: string
  readonly #counts = new Map<string, number>()
  /** What our exchange asked of the last INVITE that it let through. */
  #expected: readonly Asked[] = []

  /** `realm` is that of our own exchange, as far as it is known. */
  constructor(credentials: Credentials | null, random: Random, realm = '') {
    this.#credentials = credentials
    this.#random = random
    this.#realm = realm
  }

  /** For one request and its repetitions. */
  begin(): Challenged {
    return this.#begin([], () => {})
  }

  /** The same for an INVITE, which answers unasked what the last one was asked: at its moment it leaves once. */
  beginInvite(): Challenged {
    return this.#begin(this.#expected, (asked) => {
      this.#expected = asked.filter((one) => this.#isOurExchange(one))
    })
  }

  #begin(expected: readonly Asked[], onLetThrough: (asked: readonly Asked[]) => void): Challenged {
    const sign: Sign = (challenge, request) => this.#sign(challenge, request)
    return new Challenged({ able: this.#credentials !== null, sign, expected, onLetThrough })
  }

  /** RFC 3261 22.3: answers to a proxy are kept for other calls only where it is known to be our own. */
  #isOurExchange({ status, challenge }: Asked): boolean {
    return status === 401 || challenge.realm === this.#realm
  }

  #sign(challenge: Challenge, { method, uri, body }: SipRequest): string {
    const credentials = this.#credentials ?? { username: '', password: '' }
    const count = this.#count(challenge.nonce)
    return answerChallenge(challenge, credentials, {
      method,
      uri,
      body,
      cnonce: this.#random.token(16),
      count,
    })
  }

  #count(nonce: string): number {
    const count = (this.#counts.get(nonce) ?? 0) + 1
    this.#counts.delete(nonce)
    this.#counts.set(nonce, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > NONCES_REMEMBERED && oldest !== undefined) this.#counts.delete(oldest)
    return count
  }
}

type Sign = (challenge: Challenge, request: SipRequest) => string

interface ChallengedParts {
  /** Whether there is a password at all. */
  readonly able: boolean
  readonly sign: Sign
  /** What is answered unasked. */
  readonly expected: readonly Asked[]
  onLetThrough(asked: readonly Asked[]): void
}

interface Asked {
  readonly status: ChallengeStatus
  readonly challenge: Challenge
  readonly answers: number
}

/**
 * What one request has been asked so far, by each realm: of several proxies on the way each asks for itself, and wants
 * its answer again when the next one asks (RFC 3261 22.3).
 */
export class Challenged {
  readonly #parts: ChallengedParts
  readonly #asked = new Map<string, Asked>()

  constructor(parts: ChallengedParts) {
    this.#parts = parts
  }

  /** Whether this response is a challenge that is worth another try. */
  accepts(response: SipResponse): boolean {
    const { status } = response
    if (!this.#parts.able || !isChallenge(status)) return false
    const challenges = strongestOfEach(response.headers.all(KINDS[status].challenge))
    const before = (challenge: Challenge) => this.#asked.get(`${status} ${challenge.realm}`)
    if (!challenges.some((challenge) => this.#isWorthAnswering(challenge, before(challenge)))) return false
    for (const challenge of challenges) {
      const answers = (before(challenge)?.answers ?? 0) + 1
      this.#asked.set(`${status} ${challenge.realm}`, { status, challenge, answers })
    }
    return true
  }

  /** The same nonce again means that the answer was wrong, unless the nonce had grown old (RFC 7616 3.3: stale). */
  #isWorthAnswering({ nonce, stale }: Challenge, before: Asked | undefined): boolean {
    if (!before) return this.#asked.size < MOST_REALMS
    return before.answers < MOST_ANSWERS && (stale || nonce !== before.challenge.nonce)
  }

  /** Something else than a challenge came: what was answered was right. */
  letThrough() {
    if (this.#asked.size > 0) this.#parts.onLetThrough([...this.#asked.values()])
  }

  /** The request with an answer to each challenge, received or expected, for the Request-URI as it is sent. */
  sign(request: SipRequest): SipRequest {
    const headers = request.headers.clone()
    for (const { answer } of Object.values(KINDS)) headers.delete(answer)
    const asked = this.#asked.size > 0 ? this.#asked.values() : this.#parts.expected
    for (const { status, challenge } of asked)
      headers.append(KINDS[status].answer, this.#parts.sign(challenge, request))
    return { ...request, headers }
  }
}

/** RFC 3261 22.3: several proxies may ask, each for its realm; RFC 8760 2.4: each in several algorithms. */
function strongestOfEach(fields: readonly string[]): Challenge[] {
  const realmOf = (field: string) => parseChallenge(field)?.realm
  const realms = new Set(fields.map(realmOf).filter((realm) => realm !== undefined))
  return [...realms]
    .map((realm) => chooseChallenge(fields.filter((field) => realmOf(field) === realm)))
    .filter((challenge) => challenge !== null)
}
