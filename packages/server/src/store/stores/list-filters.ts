import { type Expression, sql, type SqlBool } from 'kysely'

/** Oldest or newest first. */
export type Order = 'asc' | 'desc'

/** How rows follow each other in an order: those after one are the larger or the smaller ones. */
export const following = (order: Order | undefined) => (order === 'desc' ? '<' : '>')

/**
 * A kind is one of those wanted, or of a noun that is: `wakeup` means `wakeup.created`, `wakeup.deleted`, ... '/' follows
 * '.': every kind of a noun, as a range that the index can serve.
 */
export const isOfKinds = (wanted: readonly string[]): Expression<SqlBool> =>
  anyOf(
    wanted.map((one) =>
      one.includes('.')
        ? sql<SqlBool>`kind = ${one}`
        : sql<SqlBool>`(kind >= ${`${one}.`} and kind < ${`${one}/`})`,
    ),
  )

/** Every word stands in one of these columns, in capitals or not. Both databases know those of English only. */
export const hasWords = (columns: readonly string[], words: readonly string[]): Expression<SqlBool> =>
  sql.join(
    words.map((word) =>
      anyOf(
        columns.map(
          (column) => sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${escaped(word)}%`} escape '!'`,
        ),
      ),
    ),
    sql` and `,
  )

const anyOf = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`

const escaped = (word: string) =>
  word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[!%_]/g, (sign) => `!${sign}`)
