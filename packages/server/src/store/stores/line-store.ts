import type { Kysely, Selectable } from 'kysely'
import type { Line } from '../../hotel/site/site.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Schema } from '../engine/schema.ts'
import { configColumn, ownerOfLine } from './encrypted-config.ts'

export function lineStore(db: Kysely<Schema>, column = configColumn()) {
  const toLine = (row: Selectable<Schema['line']>): Line => ({
    name: row.name,
    tenant: row.tenant,
    config: column.read(ownerOfLine(row), row.config),
  })
  const lineRow = (line: Line) => ({
    name: line.name,
    tenant: line.tenant,
    config: column.write(ownerOfLine(line), line.config),
  })
  const inScope = (scope: Scope) => {
    const query = db.selectFrom('line').selectAll()
    return scope === null ? query : query.where('tenant', '=', scope)
  }
  return {
    /** Those of this name that are in scope: one, none, or one for each of several tenants. */
    async find(name: string, scope: Scope): Promise<Line[]> {
      return (await inScope(scope).where('name', '=', name).orderBy('tenant').execute()).map(toLine)
    },

    async list(scope: Scope): Promise<Line[]> {
      return (await inScope(scope).orderBy('name').orderBy('tenant').execute()).map(toLine)
    },

    async insert(line: Line) {
      await db.insertInto('line').values(lineRow(line)).execute()
    },

    async update(line: Line) {
      const { tenant, name, config } = lineRow(line)
      const ofTenant = db.updateTable('line').set({ config }).where('tenant', '=', tenant)
      await ofTenant.where('name', '=', name).execute()
    },

    async remove({ tenant, name }: Pick<Line, 'tenant' | 'name'>) {
      await db.deleteFrom('line').where('tenant', '=', tenant).where('name', '=', name).execute()
    },
  }
}
