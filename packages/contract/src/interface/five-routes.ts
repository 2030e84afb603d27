import type { TObject, TSchema } from 'typebox'
import { Created } from '../problem.ts'
import { IfMatch, ListQuery } from '../text.ts'
import type { Entry } from './entry.ts'

interface Kind<N, P, K, A, C, R, L> extends Pick<Entry, 'tag'> {
  /** The noun of the ids. */
  readonly noun: N
  readonly path: P
  /** The path parameter that identifies one. */
  readonly key: K
  /** `an item` */
  readonly one: string
  readonly about: string
  readonly uses: Entry['needs']
  readonly keeps: Entry['needs']
  readonly add: { readonly form: A; readonly example: Readonly<Record<string, unknown>> }
  readonly change: {
    readonly form: C
    readonly example: Readonly<Record<string, unknown>>
    /** What else is to be said of a change, with what is refused by 422. */
    readonly about?: string
  }
  readonly record: R
  readonly list: L
  /** Whether the contract with existing clients has the list. */
  readonly ofContract?: boolean
}

const BY_RULE = [409, 412] as const
const ALSO_BY_RULE = [409, 412, 422] as const

/** List, read, add, change, remove: the same five for everything that is kept in lists. */
export function fiveRoutes<
  const N extends string,
  const P extends string,
  K extends TObject,
  A extends TSchema,
  C extends TSchema,
  R extends TSchema,
  L extends TSchema,
>(kind: Kind<N, P, K, A, C, R, L>) {
  const { noun, path, key, one, about, tag, uses, keeps, add, change, record, list } = kind
  const [name] = Object.keys(key.properties)
  const single = { path: `${path}/:${name}`, params: key, tag, refusals: [409] } as const
  const all = { path, tag } as const
  const word = one.replace(/^an? /, '')
  return {
    list: {
      ...all,
      id: `${noun}.list`,
      method: 'GET',
      needs: uses,
      summary: `Every ${word}`,
      description: `${about} Those of the account's tenant; an account without tenant sees all.`,
      query: ListQuery,
      reply: list,
      ofContract: kind.ofContract ?? false,
    },
    get: {
      ...single,
      id: `${noun}.get`,
      method: 'GET',
      needs: uses,
      summary: `One ${word}`,
      description: `${about} \`ETag\` tells its state.`,
      reply: record,
    },
    add: {
      ...all,
      id: `${noun}.add`,
      quietly: true,
      method: 'POST',
      needs: keeps,
      summary: `Add ${one}`,
      description: `${about} What was added is answered with its key, and \`Location\` leads to it.`,
      body: add.form,
      example: add.example,
      status: 201,
      reply: Created,
    },
    change: {
      ...single,
      id: `${noun}.change`,
      quietly: true,
      method: 'PUT',
      needs: keeps,
      summary: `Change ${one}`,
      description: `Fields that are left out stay as they are. Its key and its tenant cannot be changed.${change.about ? ` ${change.about}` : ''}`,
      headers: IfMatch,
      body: change.form,
      example: change.example,
      refusals: change.about ? ALSO_BY_RULE : BY_RULE,
    },
    remove: {
      ...single,
      id: `${noun}.remove`,
      quietly: true,
      method: 'DELETE',
      needs: keeps,
      summary: `Remove ${one}`,
      description: 'What is still in use is not removed: 409.',
    },
  } as const
}

/** The five of a kind whose schemas are these. */
export type FiveRoutes<
  K extends TObject,
  A extends TSchema,
  C extends TSchema,
  R extends TSchema,
  L extends TSchema,
> = ReturnType<typeof fiveRoutes<string, string, K, A, C, R, L>>
