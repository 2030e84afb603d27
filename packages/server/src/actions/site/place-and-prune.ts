import { Type } from 'typebox'
import type { Account } from '../../hotel/accounts/account.ts'
import {
  compareByKey,
  differences,
  type PlanFields,
  fingerprinted,
  type SitePlan,
} from '../../hotel/site/site-plan.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { reader } from '../../kernel/schema.ts'
import { fromJson, toJson } from '../../store/engine/row.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'

/** How a site is put in place. */
export interface ApplyManner {
  readonly prune: boolean
  readonly adminAccount?: string | undefined
  readonly actor: Actor
  readonly title: string
  /** Remembered beside what was written, and told in the log. */
  readonly facts: Readonly<Record<string, string>>
  /** Remembered too. */
  readonly notes?: Readonly<Record<string, string>>
}

/** What was last applied, thing by thing, with secrets as fingerprints that only this installation's salt makes. */
export interface Applied {
  readonly salt: string
  readonly things: Map<string, PlanFields>
}

const readWritten = reader(
  Type.Object({
    salt: Type.String(),
    things: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  }),
)

export function readApplied(text: string | undefined, newSalt: () => string): Applied {
  if (text === undefined) return { salt: newSalt(), things: new Map() }
  const { salt, things } = readWritten('What the database holds of the site file', fromJson(text))
  return { salt, things: new Map(Object.entries(things)) }
}

export const writeApplied = ({ salt, things }: Applied) =>
  toJson({ salt, things: Object.fromEntries(things) })

interface Tally {
  added: number
  changed: number
  readonly removed: string[]
  readonly kept: { what: string; reason: string }[]
  readonly overwritten: { what: string; fields: string[] }[]
  readonly restored: string[]
}

export const newTally = (): Tally => ({
  added: 0,
  changed: 0,
  removed: [],
  kept: [],
  overwritten: [],
  restored: [],
})

export interface Work {
  readonly stores: Stores
  readonly plan: Omit<SitePlan, 'users'> & { readonly accounts: readonly Account[] }
  readonly how: ApplyManner
  readonly applied: Applied
  readonly tally: Tally
  readonly now: Instant
}

/** One kind of thing that a site is made of. */
export interface Kind {
  /** Adds and changes what the file names. */
  place(work: Work): Promise<void>
  /** Removes what the file does not name, except what is still needed. */
  prune(work: Work): Promise<void>
}

interface KindOf<V> {
  readonly noun: string
  /** Tells it from all others of its kind. */
  key(value: V): string
  /** What is compared: everything but the key. */
  fields(value: V): PlanFields
  planned(work: Work): readonly V[]
  stored(work: Work): Promise<V[]>
  insert(stores: Stores, value: V): Promise<void>
  update(stores: Stores, value: V, now: Instant): Promise<void>
  remove(stores: Stores, value: V): Promise<void>
  /** Why it cannot go, or null. */
  neededFor?(stores: Stores, value: V): Promise<string | null>
  mayPrune?(work: Work): boolean
  /** What stands there before any file was applied. */
  initial?(work: Work, value: V): PlanFields
}

export function kindOf<V>(kind: KindOf<V>): Kind {
  const whatIs = (value: V) => `${kind.noun} ${kind.key(value)}`
  const compare = async (work: Work) => compareByKey(await kind.stored(work), kind.planned(work), kind)

  const add = async ({ stores, applied, tally }: Work, value: V) => {
    if (applied.things.has(whatIs(value))) tally.restored.push(whatIs(value))
    await kind.insert(stores, value)
    tally.added += 1
  }

  const change = async (work: Work, before: V, after: V, fields: readonly string[]) => {
    const { stores, applied, tally } = work
    const last = applied.things.get(whatIs(after)) ?? kind.initial?.(work, after) ?? {}
    const since = new Set(differences(last, fingerprinted(kind.fields(before), applied.salt)))
    const lost = fields.filter((field) => since.has(field))
    if (lost.length > 0) tally.overwritten.push({ what: whatIs(after), fields: lost })
    await kind.update(stores, after, work.now)
    tally.changed += 1
  }

  return {
    async place(work) {
      mustBeUnique(kind.planned(work).map(whatIs))
      const { added, changed } = await compare(work)
      for (const value of added) await add(work, value)
      for (const { before, after, fields } of changed) await change(work, before, after, fields)
      for (const value of kind.planned(work))
        work.applied.things.set(whatIs(value), fingerprinted(kind.fields(value), work.applied.salt))
    },

    async prune(work) {
      const { stores, applied, tally } = work
      const { removed } = await compare(work)
      for (const value of (kind.mayPrune?.(work) ?? work.how.prune) ? removed : []) {
        const reason = (await kind.neededFor?.(stores, value)) ?? null
        if (reason !== null) tally.kept.push({ what: whatIs(value), reason })
        else {
          await kind.remove(stores, value)
          tally.removed.push(whatIs(value))
        }
      }
      forgetMissing(applied, kind.noun, new Set((await kind.stored(work)).map(whatIs)))
    },
  }
}

function mustBeUnique(names: readonly string[]) {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name))
      throw new Failure('config.invalid', `The site file has ${name} twice; name each differently`)
    seen.add(name)
  }
}

/** A thing that is gone, however it was removed, no longer counts as put there by the file. */
function forgetMissing({ things }: Applied, noun: string, there: ReadonlySet<string>) {
  for (const what of things.keys()) if (what.startsWith(`${noun} `) && !there.has(what)) things.delete(what)
}
