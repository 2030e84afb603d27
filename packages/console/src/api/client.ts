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
  /** A request did not reach the server. */
  readonly onUnreachable: () => void
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Left out: JSON. */
  readonly accept?: string
}

/** An answer with what tells its state from another. */
export interface Tagged {
  readonly body: unknown
  readonly tag: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Under which it is carried out once; left out, a new one is drawn. */
  readonly key?: string
  /** Refused when what is changed is no longer in the state of this tag. */
  readonly match?: string
  /** A refusal is the caller's business: nobody is asked to sign in or to unlock. */
  readonly isPlain?: boolean
  /** Whoever asks sees to it that it is asked again. */
  readonly isOnce?: boolean
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

/**
 * Whether only the chosen tenant's is meant. A thing that is asked for by its id is meant itself, whoever looks: alarms
 * are of the whole house and lead to calls of every tenant.
 */
const isOfTenants = (id: string, params: object): boolean =>
  OF_TENANTS.includes(id.split('.', 1)[0] ?? '') && !('id' in params)

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
    return (await this.ask(this.#askedFor(id, request), options)) as AnswerOf<I>
  }

  /** A page of a list, and where the next one begins; null after the last. */
  async page<I extends OperationId>(
    id: I,
    request: RequestOf<I>,
    options: CallOptions = {},
  ): Promise<{ readonly answer: AnswerOf<I>; readonly next: string | null }> {
    return this.#run(this.#askedFor(id, request), options, async (response) => ({
      answer: (await readAnswer(response)) as AnswerOf<I>,
      next: nextIn(response),
    }))
  }

  /** A list, and up to which seal of the log it is true; -1 where the server does not say. */
  async list<I extends OperationId>(
    id: I,
    request: RequestOf<I>,
    options: CallOptions = {},
  ): Promise<{ readonly answer: AnswerOf<I>; readonly seal: number }> {
    return this.#run(this.#askedFor(id, request), options, async (response) => ({
      answer: (await readAnswer(response)) as AnswerOf<I>,
      seal: Number(response.headers.get('reveille-seal') ?? -1),
    }))
  }

  /** A list for a spreadsheet. */
  csv<I extends OperationId>(id: I, request: RequestOf<I>): Promise<string> {
    return this.#run({ ...this.#askedFor(id, request), accept: 'text/csv' }, {}, (response) =>
      response.text(),
    )
  }

  #askedFor<I extends OperationId>(id: I, request: RequestOf<I>): Asked {
    const { method, path } = OPERATIONS[id]
    const { params = {}, query, body }: { params?: object; query?: object; body?: unknown } = request
    const asked = isOfTenants(id, params) ? { ...this.#ofTenant(), ...query } : query
    return { method, path: addressOf(path, params, asked), body }
  }

  #ofTenant(): { readonly tenant?: string } {
    const tenant = this.#needs.tenant()
    return tenant === '' ? {} : { tenant }
  }

  /** Repeats what may be repeated; asks for a person where the server does. */
  ask(asked: Asked, options: CallOptions = {}): Promise<unknown> {
    return this.#run(asked, options, readAnswer)
  }

  /** The same, with the tag of what was read. */
  askTagged(asked: Asked, options: CallOptions = {}): Promise<Tagged> {
    return this.#run(asked, options, async (response) => ({
      body: await readAnswer(response),
      tag: response.headers.get('etag') ?? '',
    }))
  }

  async #run<T>(asked: Asked, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    const key = asked.method === 'POST' ? (options.key ?? this.#needs.ids.key()) : null
    for (let attempt = 0; ; attempt++) {
      try {
        return await read(await this.#once(asked, key, options))
      } catch (error) {
        const failure = asFailure(error)
        if (options.signal?.aborted === true) throw new Failure('abandoned')
        if (await this.#mended(failure, options)) continue
        const wait = againAfter(asked.method, failure, attempt, this.#needs.ids.chance())
        if (wait === null || options.isOnce === true) throw failure
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

  async #once(asked: Asked, key: string | null, options: CallOptions): Promise<Response> {
    const { clock } = this.#needs
    const sent = clock.own()
    const response = await this.#send(asked, key, options)
    const heard = heardFrom(response, sent, clock.own())
    if (heard !== null) clock.hear(heard)
    this.#needs.sawBuild(response.headers.get('reveille-console') ?? '')
    if (!response.ok) throw await failureOf(response)
    return response
  }

  async #send(
    { method, path, body, accept = 'application/json' }: Asked,
    key: string | null,
    { signal, match }: CallOptions,
  ) {
    const csrf = this.#needs.csrf()
    try {
      return await this.#needs.request(path, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          accept,
          // Always: to a page that lacks it the server answers as to a program, and the browser asks for a password itself.
          'x-reveille-csrf': csrf === '' ? 'none' : csrf,
          'reveille-idle': String(Math.floor(this.#needs.untouchedMs() / 1_000)),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...(match === undefined ? {} : { 'if-match': match }),
          ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        },
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch {
      if (signal?.aborted !== true) this.#needs.onUnreachable()
      throw new Failure('unreachable')
    }
  }
}

/** A file is sent as what it is, anything else as JSON. */
const typeOf = (body: unknown) => (body instanceof Blob ? body.type : 'application/json')

/** RFC 8288: `</rest/log?limit=200&after=...>; rel="next"`. */
function nextIn(response: Response): string | null {
  const [, address = ''] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return address === '' ? null : new URLSearchParams(address.replace(/^[^?]*\?/, '')).get('after')
}

/** The path with its values, and the fields that were given. */
export function addressOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const whole = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const fields = Object.entries(query).filter(([, value]) => value !== undefined)
  const asked = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return fields.length === 0 ? whole : `${whole}?${asked}`
}
