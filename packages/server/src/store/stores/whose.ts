import { type Expression, type SqlBool, sql } from 'kysely'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Dialect } from '../engine/dialect.ts'

/** Rows of these tenants; all of them where all live here. */
export const ofThose = (dialect: Dialect, column: string, whose: Whose): Expression<SqlBool> =>
  whose === null ? sql<SqlBool>`1 = 1` : dialect.oneOf(column, JSON.stringify(whose))
