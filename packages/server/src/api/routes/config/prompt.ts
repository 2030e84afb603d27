import { INTERFACE, type PromptChoice, type PromptRecord } from '@reveille/contract'
import type { PromptActions, ShownPrompt } from '../../../actions/site/prompts.ts'
import type { Settings } from '../../../actions/settings.ts'
import type { TenantId } from '../../../hotel/accounts/tenancy.ts'
import { formatInstant } from '../../../hotel/time/local-time.ts'
import type { Prompt } from '../../../hotel/site/site.ts'
import type { PromptRecording } from '../../../hotel/wakeups/recording.ts'
import { shortList } from '../../answers/short-list.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'
import { promptAudioRoutes } from './prompt-audio.ts'

/** Without its recordings, which are no part of a change. */
const written = ({ id, tenant, description, text, language }: Prompt | PromptRecord) => ({
  id,
  tenant,
  description,
  text,
  language: language ?? null,
})

export function promptRoutes(routes: Routes, prompts: PromptActions, settings: Settings) {
  const heard = ({ recordedAt, durationMs }: PromptRecording, tenant: TenantId) => ({
    recorded: formatInstant(recordedAt, settings.zoneOf(tenant)),
    milliseconds: durationMs,
  })
  const shown = ({ language, recording, recordings, ...prompt }: ShownPrompt): PromptRecord => ({
    ...prompt,
    ...(language === null ? {} : { language }),
    ...(recording && {
      ...heard(recording, prompt.tenant),
      recordings: recordings.map((one) => ({ language: one.language, ...heard(one, prompt.tenant) })),
    }),
  })
  const chosen = ({ id, description, language, recording, tenant }: ShownPrompt): PromptChoice => ({
    id,
    description,
    language: language ?? settings.current().site.language,
    milliseconds: recording?.durationMs ?? null,
    tenant,
  })
  configRoutes(routes, INTERFACE.prompt, {
    noun: 'prompt',
    all: async (actor) => (await prompts.list(actor)).map(shown),
    list: (rows) => ({ prompts: rows }),
    get: async (actor, key) => shown(await prompts.get(actor, key)),
    add: (actor, { id, tenant, description, text = '', language = null }) =>
      prompts.add(actor, { id, tenant, description, text, language }),
    edit: (actor, key, fields, asSeen) =>
      prompts.change(actor, key, (before) => {
        asSeen(written(before))
        return { ...before, ...fields }
      }),
    changeable: written,
    remove: (actor, key) => prompts.remove(actor, key),
  })
  routes.route(INTERFACE.prompt.choices, async (call) => {
    const all = await prompts.list(call.actor)
    return shortList(all.map(chosen), (rows) => ({ prompts: rows }), call)
  })
  promptAudioRoutes(routes, prompts)
}
