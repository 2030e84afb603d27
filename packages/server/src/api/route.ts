import { createHash } from 'node:crypto'
import { Problem, TenantQuery } from '@reveille/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Actor } from '../actions/actor.ts'
import type { ReceiptKey } from '../hotel/log/receipt.ts'
import type { ReceiptActions } from '../actions/receipts.ts'
import type { Settings } from '../actions/site/settings.ts'
import type { Account, Permission } from '../hotel/site/account.ts'
import { Failure } from '../kernel/failure.ts'
import { type Answer, pathOf, sendAnswer } from './answers/answer.ts'
import { actorFor, scopeOf } from './requests/auth.ts'
import { FORM, JSON_TYPE } from './requests/body.ts'
import { type FileKind, fileSchema, readFiles, refusalsFor } from './requests/file-body.ts'
import type { Refusals } from './answers/problem-reply.ts'
import { SECRET_FIELDS } from './routes/secrets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on routes that are open to all. */
    account: Account | null
  }
  interface FastifyContextConfig {
    /** What the account must be allowed; null for a route without credentials. */
    needs?: readonly Permission[] | null
    /** What is said of a body that this route does not take, where it takes no forms. */
    refusals?: Refusals
  }
}

export interface Call<B, Q, P> {
  readonly actor: Actor
  readonly body: B
  readonly query: Q
  readonly params: P
  readonly request: FastifyRequest
}

const TenantOnly = Type.Object(TenantQuery, { additionalProperties: false })
const NoParams = Type.Object({})

interface Described<B extends TSchema, Q extends TSchema, P extends TSchema> {
  readonly url: string
  readonly tag: string
  readonly summary: string
  readonly needs?: readonly Permission[]
  readonly body?: B
  readonly query?: Q
  readonly params?: P
  /** The body of a success; left out for "200, no body". */
  readonly reply?: TSchema
  /** What the body of a success is, if not JSON. */
  readonly replyType?: string
}

/** Reads, changes or removes: doing it twice does no harm. */
export interface PlainRoute<B extends TSchema, Q extends TSchema, P extends TSchema> extends Described<
  B,
  Q,
  P
> {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  answer(call: Call<Static<B>, Static<Q>, Static<P>>): Promise<Answer> | Answer
}

/** Adds something: the deed is told apart from how it is shown, so that a repeated request is shown the first deed. */
export interface PostRoute<B extends TSchema, Q extends TSchema, P extends TSchema, V> extends Described<
  B,
  Q,
  P
> {
  readonly status?: 200 | 201
  act(call: Call<Static<B>, Static<Q>, Static<P>>): Promise<V>
  show(value: V, call: Call<Static<B>, Static<Q>, Static<P>>): Answer
}

/** Puts a file in its place, as it is. */
export interface FileRoute<P extends TSchema> extends Described<never, typeof TenantOnly, P> {
  readonly file: FileKind
  answer(call: Call<Uint8Array, Static<typeof TenantOnly>, Static<P>>): Promise<Answer>
}

type AnyRoute = Described<TSchema, TSchema, TSchema> & { readonly file?: FileKind }

export interface Edge {
  readonly app: FastifyInstance
  readonly settings: Settings
  readonly receipts: ReceiptActions
}

export type Routes = ReturnType<typeof routeMaker>

/** Registers routes: URL, schema, and the call to an action. */
export function routeMaker({ app, settings, receipts }: Edge) {
  const register = (
    method: string,
    spec: AnyRoute,
    status: 200 | 201,
    answer: (call: Call<unknown, unknown, unknown>) => Promise<Answer> | Answer,
    part = app,
  ) =>
    part.route({
      method,
      url: spec.url,
      schema: documented(method, spec, status),
      config: { needs: spec.needs ?? [], refusals: spec.file ? refusalsFor(spec.file) : {} },
      ...(spec.file ? { bodyLimit: spec.file.largest } : {}),
      handler: async (request, reply) => sendAnswer(request, reply, await answer(callOf(request, settings))),
    })

  return {
    route<
      B extends TSchema = TSchema,
      Q extends TSchema = typeof TenantOnly,
      P extends TSchema = typeof NoParams,
    >(spec: PlainRoute<B, Q, P>) {
      register(spec.method, spec, 200, (call) => spec.answer(call as Call<Static<B>, Static<Q>, Static<P>>))
    },

    /** On a part of the server of its own: on all others, files are refused unread. */
    putFile<P extends TSchema = typeof NoParams>(spec: FileRoute<P>) {
      const answer = (call: Call<unknown, unknown, unknown>) =>
        spec.answer(call as Call<Uint8Array, Static<typeof TenantOnly>, Static<P>>)
      void app.register((part, _options, done) => {
        readFiles(part, spec.file)
        register('PUT', spec, 200, answer, part)
        done()
      })
    },

    post<
      V,
      B extends TSchema = TSchema,
      Q extends TSchema = typeof TenantOnly,
      P extends TSchema = typeof NoParams,
    >(spec: PostRoute<B, Q, P, V>) {
      register('POST', spec, spec.status ?? 200, async (plain) => {
        const call = plain as Call<Static<B>, Static<Q>, Static<P>>
        const receipt = receiptKey(plain)
        const value = receipt
          ? await receipts.once(receipt, () => spec.act({ ...call, actor: { ...call.actor, receipt } }))
          : await spec.act(call)
        return spec.show(value, call)
      })
    },
  }
}

/** What any request under /rest may be refused with; a tenant, named or not, may be unknown or unclear. */
const PROBLEMS = [400, 401, 403, 404, 409, 429, 503]

function documented(method: string, spec: AnyRoute, status: 200 | 201) {
  const success = spec.reply ?? Type.Null({ description: 'Done; no body' })
  const body = bodyOf(spec)
  const problems = [...PROBLEMS, ...(body ? [413, 415] : []), ...(method === 'POST' ? [422] : [])]
  return {
    tags: [spec.tag],
    summary: spec.summary,
    security: [{ basic: [] }],
    querystring: spec.query ?? TenantOnly,
    ...(spec.params ? { params: spec.params } : {}),
    ...body,
    response: {
      [status]: spec.replyType === undefined ? success : replyAs(spec.replyType, success, spec.summary),
      ...Object.fromEntries(problems.map((code) => [code, Problem])),
    },
  }
}

function bodyOf({ body, file }: AnyRoute) {
  if (file) return { body: fileSchema(file), consumes: [file.type] }
  return body && { body, consumes: [FORM, JSON_TYPE] }
}

const replyAs = (type: string, schema: TSchema, description: string) => ({
  description,
  content: { [type]: { schema } },
})

function callOf(request: FastifyRequest, settings: Settings) {
  const { account } = request
  if (!account) throw new Failure('credentials.wrong', 'Give a username and password as basic credentials')
  const scope = scopeOf(account, (request.query as { tenant?: string }).tenant, settings)
  const actor = actorFor(account, scope, request.ip)
  return { actor, body: request.body, query: request.query, params: request.params, request }
}

/** The order in which a form names its fields means nothing. */
const sorted = (fields: unknown) =>
  Object.fromEntries(Object.entries(fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** A fingerprint is kept for a day: no password may be guessed from it. */
const withoutSecret = (name: string, value: unknown) => (SECRET_FIELDS.has(name) ? '' : value)

/** A POST with an Idempotency-Key is done once; its repeats get the same answer. */
function receiptKey({ actor, body, request }: Call<unknown, unknown, unknown>): ReceiptKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key))
    throw new Failure('parameter.invalid', 'Idempotency-Key must be 1 to 255 visible characters')
  const scope = [actor.name, request.method, pathOf(request.url).replace(/\/$/, '')].join(' ')
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([sorted(request.query), sorted(body)], withoutSecret))
    .digest('base64url')
  return { tenant: request.account?.tenant ?? '', scope, key, fingerprint }
}
