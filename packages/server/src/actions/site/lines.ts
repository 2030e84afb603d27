import type { WrittenLine } from '../../hotel/settings/line.ts'
import { ownOnly } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import { resource, type ResourceParts } from '../resource.ts'

export type LineActions = ReturnType<typeof lineActions>

export const lineActions = (parts: ResourceParts & { changed?(): void }) =>
  resource<WrittenLine>(parts, {
    noun: 'line',
    key: (line) => line.name,
    list: (stores, scope) => stores.lines.list(scope),
    find: async (stores, name, scope) => ownOnly(await stores.lines.get(name), scope),
    insert: async (stores, line) => {
      if (await stores.lines.get(line.name))
        throw new Failure('thing.exists', `Line ${line.name} exists already`)
      await stores.lines.insert(line)
    },
    update: (stores, line) => stores.lines.update(line),
    remove: (stores, line) => stores.lines.remove(line.name),
    changed: () => parts.changed?.(),
  })
