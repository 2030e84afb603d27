import { createHash } from 'node:crypto'
import type { BodyOf, Entry, ParamsOf, QueryOf, ReplyOf } from '@reveille/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actions/actor.ts'
import type { ReceiptKey } from '../hotel/log/receipt.ts'
import type { ReceiptActions } from '../actions/receipts.ts'
import type { Visit } from '../actions/accounts/sessions-in-use.ts'
import type { Settings } from '../actions/settings.ts'
import type { Account, Permission } from '../hotel/accounts/account.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { type Answer, requestPath, SEAL_HEADER, sendAnswer } from './answers/answer.ts'
import { isList, listTurns } from './answers/list-turns.ts'
import type { Refusals } from './answers/problem-reply.ts'
import { schemaOf } from './document/operation.ts'
import { actorFor, scopeOf } from './requests/auth.ts'
import { type FileLimits, readFiles, refusalsFor } from './requests/file-body.ts'
import { optionalFields, removableFields } from './requests/validation.ts'
import { SECRET_FIELDS } from '../hotel/settings/secrets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on routes that are open to all. */
    account: Account | null
    /** At which screen; null for who brings basic credentials. */
    visit: Visit | null
  }
  interface FastifyContextConfig {
    /** What the account must be allowed. */
    needs?: readonly Permission[]
    /** Screens that may ask besides open ones. */
    screens?: readonly string[]
    /** The body brings name and password: nobody is known before. */
    signsIn?: boolean
    /** Whether the house would do something towards guests or other systems. */
    acts?: boolean
    /** And one of these. */
    oneOf?: readonly Permission[]
    /** What is said of a body that this route does not take, where it takes no forms. */
    refusals?: Refusals
  }
}

/** A request that its entry's schemas have let through, and who asks. */
export interface CallOf<E extends Entry> {
  readonly actor: Actor
  readonly body: BodyOf<E>
  readonly query: QueryOf<E>
  readonly params: ParamsOf<E>
  readonly request: FastifyRequest
}

export type AnswerTo<E extends Entry> = Answer<ReplyOf<E>>

/** Reads, changes or removes: doing it twice does no harm. */
type PlainEntry =
  | (Entry & { readonly method: 'GET' | 'PUT' | 'DELETE' })
  | (Entry & { readonly method: 'POST'; readonly unkept: true })
type PostEntry = Entry & { readonly method: 'POST' }

/** Adds something. Doing and showing are separate, so that a repeated request is shown the first result. */
interface Deed<E extends Entry, V> {
  act(call: CallOf<E>): Promise<V>
  show(value: V, call: CallOf<E>): AnswerTo<E>
}

export interface Edge {
  readonly app: FastifyInstance
  readonly settings: Settings
  readonly receipts: ReceiptActions
  readonly clock: Clock
  /** The last seal of the log; null while that cannot be told. */
  lastSeal(): Promise<number | null>
}

export type Routes = ReturnType<typeof routeMaker>

/** Registers routes: an entry of the interface, and the call to an action. */
export function routeMaker({ app, settings, receipts, clock, lastSeal }: Edge) {
  const inListTurn = listTurns(clock)
  const register = (
    entry: Entry,
    answer: (request: FastifyRequest) => Promise<Answer> | Answer,
    { part = app, file }: { part?: FastifyInstance; file?: FileLimits } = {},
  ) =>
    part.route({
      method: entry.method,
      url: entry.path,
      schema: schemaOf(entry),
      config: {
        needs: neededFor(entry),
        screens: screensFor(entry),
        signsIn: entry.needs === 'password',
        acts: entry.method !== 'GET' && entry.quietly !== true,
        oneOf: entry.oneOf ?? [],
        refusals: file ? refusalsFor(entry, file) : {},
        optional: entry.ofContract ? optionalFields(entry.body ?? {}) : [],
        removable: removableFields(entry.body ?? {}),
      },
      ...(file ? { bodyLimit: file.largest } : {}),
      handler: async (request, reply) => {
        // Read before the list, which then has all that was sealed.
        const seal = isList(entry) ? await lastSeal() : null
        const told = await answer(request)
        if (seal !== null) reply.header(SEAL_HEADER, String(seal))
        return sendAnswer(request, reply, told)
      },
    })

  return {
    route<E extends PlainEntry>(entry: E, answer: (call: CallOf<E>) => Promise<AnswerTo<E>> | AnswerTo<E>) {
      const show = (request: FastifyRequest) => answer(callOf<E>(request, settings))
      register(
        entry,
        isList(entry) ? (request) => inListTurn(request.account?.username ?? '', () => show(request)) : show,
      )
    },

    /** Without an account: open to all, or the handler itself decides. */
    open<E extends PlainEntry>(
      entry: E,
      answer: (request: FastifyRequest) => Promise<AnswerTo<E>> | AnswerTo<E>,
    ) {
      register(entry, answer)
    },

    /** For those who are not known yet, and say in the body who they are. */
    welcome<E extends PostEntry>(
      entry: E,
      answer: (body: BodyOf<E>, request: FastifyRequest) => Promise<AnswerTo<E>>,
    ) {
      register(entry, (request) => answer(request.body as BodyOf<E>, request))
    },

    /** In a plugin of its own: all other routes refuse files unread. */
    putFile<E extends PlainEntry>(
      entry: E,
      file: FileLimits,
      answer: (call: CallOf<E>, bytes: Uint8Array) => Promise<AnswerTo<E>>,
    ) {
      void app.register((part, _options, done) => {
        readFiles(part, entry)
        register(entry, (request) => answer(callOf<E>(request, settings), request.body as Uint8Array), {
          part,
          file,
        })
        done()
      })
    },

    /** A POST that writes nothing: there is nothing to be done once only. */
    ask<E extends PostEntry & { readonly reads: true }>(
      entry: E,
      answer: (call: CallOf<E>) => Promise<AnswerTo<E>> | AnswerTo<E>,
    ) {
      register(entry, (request) => answer(callOf<E>(request, settings)))
    },

    post<E extends PostEntry, V>(entry: E, { act, show }: Deed<E, V>) {
      register(entry, async (request) => {
        const call = callOf<E>(request, settings)
        const receipt = receiptKey(call.actor, request)
        const value = receipt
          ? await receipts.once(receipt, () => act({ ...call, actor: { ...call.actor, receipt } }))
          : await act(call)
        return show(value, call)
      })
    },
  }
}

const neededFor = ({ needs }: Entry) => (typeof needs === 'string' ? [] : needs)

/** Reading what everybody may read is for every screen. */
const screensFor = ({ method, needs, oneOf = [], screens }: Entry): readonly string[] =>
  screens ?? (method === 'GET' && needs.length === 0 && oneOf.length === 0 ? ['locked', 'display'] : [])

/** The framework has checked body, query and parameters by the schemas of this very entry. */
function callOf<E extends Entry>(request: FastifyRequest, settings: Settings): CallOf<E> {
  const { account, visit } = request
  if (!account) throw new Failure('credentials.wrong', 'Give a username and password as basic credentials')
  const scope = scopeOf(account, (request.query as { tenant?: string }).tenant, settings)
  return {
    actor: actorFor({ account, visit }, scope, request.ip),
    body: request.body as BodyOf<E>,
    query: request.query as QueryOf<E>,
    params: request.params as ParamsOf<E>,
    request,
  }
}

/** The order in which a form names its fields means nothing. */
const sorted = (fields: unknown) =>
  Object.fromEntries(Object.entries(fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** A fingerprint is kept for a day: no password may be guessed from it. */
const withoutSecret = (name: string, value: unknown) => (SECRET_FIELDS.has(name) ? '' : value)

/** A POST with an Idempotency-Key is done once; its repeats get the same answer. */
function receiptKey(actor: Actor, request: FastifyRequest): ReceiptKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key))
    throw new Failure('parameter.invalid', 'Idempotency-Key must be 1 to 255 visible characters')
  const scope = [actor.name, request.method, requestPath(request.url).replace(/\/$/, '')].join(' ')
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([sorted(request.query), sorted(request.body)], withoutSecret))
    .digest('base64url')
  return { tenant: request.account?.tenant ?? '', scope, key, fingerprint }
}
