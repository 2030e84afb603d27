import type { Prompt } from '../hotel/site.ts'
import { Failure } from '../kernel/failure.ts'
import type { Stores } from '../store/stores.ts'
import type { Actor } from './actor.ts'
import { type New, resource, type ResourceParts } from './resource.ts'

export type PromptActions = ReturnType<typeof promptActions>
export type NewPrompt = Omit<New<Prompt>, 'id'> & { readonly id?: number | undefined }

export function promptActions(parts: ResourceParts) {
  const prompts = resource<Prompt>(parts, {
    noun: 'prompt',
    key: (prompt) => String(prompt.id),
    list: (stores, scope) => stores.prompts.list(scope),
    find: async (stores, id, scope) => {
      const prompt = /^\d{1,9}$/.test(id) ? await stores.prompts.get(Number(id)) : undefined
      return prompt && (scope === null || prompt.tenant === '' || prompt.tenant === scope) ? [prompt] : []
    },
    insert: async (stores, prompt) => {
      if (await stores.prompts.get(prompt.id))
        throw new Failure('thing.exists', `Prompt ${prompt.id} exists already`)
      await stores.prompts.insert(prompt)
    },
    update: (stores, prompt) => stores.prompts.update(prompt),
    remove: (stores, prompt) => stores.prompts.remove(prompt.id),
    mayRemove: async (stores, { id }) => {
      if (await stores.wakeups.isPromptUsed(id))
        throw new Failure('thing.in-use', `Pending calls still use prompt ${id}`)
    },
  })
  return {
    ...prompts,
    add: (actor: Actor, given: NewPrompt): Promise<string> =>
      prompts.add(actor, async (stores) => ({ ...given, id: given.id ?? (await nextPrompt(stores)) })),
  }
}

const nextPrompt = async (stores: Stores) =>
  (await stores.prompts.list(null)).reduce((highest, prompt) => Math.max(highest, prompt.id), 0) + 1
