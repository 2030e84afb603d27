import type { Kysely, Selectable } from 'kysely'
import { type Line, lineInForce, type WrittenLine } from '../../hotel/settings/line.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Schema } from '../engine/schema.ts'
import { raiseConfiguration } from './configuration.ts'
import { configColumn, ownerOfLine } from './encrypted-config.ts'
import { readLine } from './stored-settings.ts'

export function lineStore(db: Kysely<Schema>, column = configColumn()) {
  const toLine = ({ name, tenant, config }: Selectable<Schema['line']>): Line => {
    const owner = ownerOfLine({ name, tenant })
    return lineInForce({ name, tenant, config: readLine(owner, column.read(owner, config)) })
  }
  const lineRow = (line: WrittenLine) => ({
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

    async insert(line: WrittenLine) {
      await db.insertInto('line').values(lineRow(line)).execute()
      await raiseConfiguration(db)
    },

    async update(line: WrittenLine) {
      const { tenant, name, config } = lineRow(line)
      const ofTenant = db.updateTable('line').set({ config }).where('tenant', '=', tenant)
      await ofTenant.where('name', '=', name).execute()
      await raiseConfiguration(db)
    },

    async remove({ tenant, name }: Pick<Line, 'tenant' | 'name'>) {
      await db.deleteFrom('line').where('tenant', '=', tenant).where('name', '=', name).execute()
      await raiseConfiguration(db)
    },
  }
}
