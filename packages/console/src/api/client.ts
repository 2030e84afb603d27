import type { AnswerOf, OperationId, RequestOf } from '@reveille/contract'
import type { HouseClock } from '../kernel/clock.ts'
import { asFailure, Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { OPERATIONS } from './operations.gen.ts'
import type { Request } from './request.ts'
import { failureOf, heardFrom, readAnswer } from './answer.ts'
import { againAfter } from './again.ts'

export interface ClientNeeds {
  readonly request: Request
  readonly clock: HouseClock
  readonly ids: Ids
  /** What shows that a change comes from our own page; empty while nobody is signed in. */
  readonly csrf: () => string
  /** Since when nobody has touched the screen. */
  readonly untouchedMs: () => number
  /** The tenant that somebody who sees all of them looks at; empty: all. */
  readonly tenant: () => string
  /** Somebody must sign in: resolves with true when they have. */
  readonly signIn: () => Promise<boolean>
  /** Somebody must unlock the screen: resolves with true when they have. */
  readonly unlock: () => Promise<boolean>
  /** The server is of this build. */
  readonly sawBuild: (build: string) => void
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Under which it is carried out once; left out, a new one is drawn. */
  readonly key?: string
  /** A refusal is the caller's business: nobody is asked to sign in or to unlock. */
  readonly isPlain?: boolean
}

/** What guests and staff see of a house. Alarms, settings and the system are of the whole one, whoever looks. */
const OF_TENANTS = [
  'wakeup',
  'board',
  'roomStatus',
  'stay',
  'guest',
  'inventory',
  'item',
  'category',
  'log',
  'report',
  'delivery',
]

const isOfTenants = (id: string): boolean => OF_TENANTS.includes(id.split('.', 1)[0] ?? '')

/** The one way to the server: everything that the console asks goes through here. */
export class Client {
  readonly #needs: ClientNeeds

  constructor(needs: ClientNeeds) {
    this.#needs = needs
  }

  /** An operation of the interface, by its id; the compiler knows what it takes and gives. */
  async call<I extends OperationId>(
    id: I,
    request: RequestOf<I>,
    options: CallOptions = {},
  ): Promise<AnswerOf<I>> {
    const { method, path } = OPERATIONS[id]
    const { params, query: asked, body }: { params?: object; query?: object; body?: unknown } = request
    const query = isOfTenants(id) ? { ...this.#ofTenant(), ...asked } : asked
    const answer = await this.ask({ method, path: addressOf(path, params, query), body }, options)
    return answer as AnswerOf<I>
  }

  #ofTenant(): { readonly tenant?: string } {
    const tenant = this.#needs.tenant()
    return tenant === '' ? {} : { tenant }
  }

  /** Repeats what may be repeated; asks for a person where the server does. */
  async ask(asked: Asked, options: CallOptions = {}): Promise<unknown> {
    const key = asked.method === 'POST' ? (options.key ?? this.#needs.ids.key()) : null
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(asked, key, options)
      } catch (error) {
        const failure = asFailure(error)
        if (options.signal?.aborted === true) throw new Failure('abandoned')
        if (await this.#mended(failure, options)) continue
        const wait = againAfter(asked.method, failure, attempt, this.#needs.ids.chance())
        if (wait === null) throw failure
        await new Promise<void>((resolve) => this.#needs.clock.after(wait, resolve))
      }
    }
  }

  /** Whether a person has removed what stood in the way. */
  #mended({ kind }: Failure, { isPlain = false }: CallOptions): Promise<boolean> {
    if (!isPlain && kind === 'signed-out') return this.#needs.signIn()
    if (!isPlain && kind === 'locked') return this.#needs.unlock()
    return Promise.resolve(false)
  }

  async #once(asked: Asked, key: string | null, { signal }: CallOptions): Promise<unknown> {
    const { clock } = this.#needs
    const sent = clock.own()
    const response = await this.#send(asked, key, signal)
    const heard = heardFrom(response, sent, clock.own())
    if (heard !== null) clock.hear(heard)
    this.#needs.sawBuild(response.headers.get('reveille-console') ?? '')
    if (!response.ok) throw await failureOf(response)
    return readAnswer(response)
  }

  async #send({ method, path, body }: Asked, key: string | null, signal: AbortSignal | undefined) {
    const csrf = this.#needs.csrf()
    try {
      return await this.#needs.request(path, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          // Always: to a page that lacks it the server answers as to a program, and the browser asks for a password itself.
          'x-reveille-csrf': csrf === '' ? 'none' : csrf,
          'reveille-idle': String(Math.floor(this.#needs.untouchedMs() / 1_000)),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch {
      throw new Failure('unreachable')
    }
  }
}

/** The path with its values, and the fields that were given. */
export function addressOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const whole = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const fields = Object.entries(query).filter(([, value]) => value !== undefined)
  const asked = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return fields.length === 0 ? whole : `${whole}?${asked}`
}
