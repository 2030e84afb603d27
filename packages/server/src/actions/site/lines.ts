import type { WrittenLine } from '../../hotel/settings/line.ts'
import { meantBy } from '../../hotel/accounts/tenancy.ts'
import { resource, type ResourceParts } from '../resource.ts'

export type LineActions = ReturnType<typeof lineActions>

export const lineActions = (parts: ResourceParts & { changed?(): void }) =>
  resource<Omit<WrittenLine, 'tenant'>>(parts, {
    noun: 'line',
    key: (line) => line.name,
    list: (stores, scope) => stores.lines.list(scope),
    find: async (stores, name, scope) => meantBy(await stores.lines.find(name, scope), scope),
    insert: (stores, line) => stores.lines.insert(line),
    update: (stores, line) => stores.lines.update(line),
    remove: (stores, line) => stores.lines.remove(line),
    changed: () => parts.changed?.(),
  })
