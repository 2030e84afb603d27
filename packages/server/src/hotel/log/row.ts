import type { Instant } from '../../kernel/clock.ts'
import { fitsIn } from '../../kernel/schema.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import type { Source } from '../wakeups/wakeup.ts'
import { DETAILS, type Fact, type LogKind } from './details.ts'

/** Where a row stands: when it happened, to whom, and who did it. */
interface RowPlace {
  readonly at: Instant
  readonly tenant: TenantId
  readonly room: string
  readonly actor: string
  readonly source: Source
  readonly wakeup: string | null
  readonly text: string
}

/** A row to be written. */
export type NewRow<K extends LogKind = LogKind> = RowPlace & Fact<K>

/** What happened, in words and in facts, before it is known whose row it becomes. */
export type Note<K extends LogKind = LogKind> = Pick<RowPlace, 'at' | 'text'> & Fact<K>

/** A row as it was read: of any kind, its detail of any shape. */
interface AnyFact {
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Some of the kinds, as the files beside this one group them. */
type Group = Partial<typeof DETAILS>

const fits = fitsIn(DETAILS)
const isKnown = (kind: string): kind is LogKind => Object.hasOwn(DETAILS, kind)

export const kindIn =
  <G extends Group>(group: G) =>
  (kind: string): kind is keyof G & LogKind =>
    isKnown(kind) && Object.hasOwn(group, kind)

/**
 * Rows of these kinds, with what they tell. A row in another shape, from another version or damaged by hand, is not
 * among them: it is shown as it stands, and no code relies on it.
 */
export const rowIn =
  <G extends Group>(group: G) =>
  <R extends AnyFact>(row: R): row is R & Fact<keyof G & LogKind> =>
    kindIn(group)(row.kind) && fits(row.kind, row.detail)

/** The same for one kind. */
export const rowOf =
  <K extends LogKind>(kind: K) =>
  <R extends AnyFact>(row: R): row is R & Fact<K> =>
    row.kind === kind && fits(kind, row.detail)
