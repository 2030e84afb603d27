import { Prompt as PromptForm } from '@reveille/contract'
import type { NewPrompt, PromptActions, ShownPrompt } from '../../../actions/site/prompts.ts'
import type { Settings } from '../../../actions/settings.ts'
import { formatInstant } from '../../../hotel/time/local-time.ts'
import type { Prompt } from '../../../hotel/site/site.ts'
import { changeForm, configRoutes, withOptionalId, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import { promptAudioRoutes } from './prompt-audio.ts'

export function promptRoutes(routes: Routes, prompts: PromptActions, settings: Settings) {
  const shown = ({ language, recording, ...prompt }: ShownPrompt): Written => ({
    ...prompt,
    ...(language === null ? {} : { language }),
    ...(recording && {
      recorded: formatInstant(recording.recordedAt, settings.zoneOf(prompt.tenant)),
      milliseconds: recording.durationMs,
    }),
  })
  configRoutes(routes, {
    resource: 'prompt',
    plural: 'prompts',
    form: withOptionalId(PromptForm),
    change: changeForm([PromptForm], 'id'),
    list: async (actor) => (await prompts.list(actor)).map(shown),
    get: async (actor, key) => shown(await prompts.get(actor, key)),
    add: (actor, fields) => {
      const {
        id,
        tenant,
        description,
        text = '',
        language = null,
      } = fields as Partial<Prompt> & { description: string }
      return prompts.add(actor, { id, tenant, description, text, language } satisfies NewPrompt)
    },
    edit: (actor, key, fields) => prompts.change(actor, key, (before) => ({ ...before, ...fields })),
    remove: (actor, key) => prompts.remove(actor, key),
  })
  promptAudioRoutes(routes, prompts)
}
