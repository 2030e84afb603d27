import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ConfigNoun, type ConfigObject, configObjects } from '../../api/config.ts'
import type { Client } from '../../api/client.ts'
import { useDesk } from '../../live/desk.ts'
import { KINDS } from './pages.ts'

const LISTS = 'settings-list'

export const listKey = (noun: ConfigNoun) => [LISTS, noun] as const

export const configList = (client: Client, noun: ConfigNoun) =>
  queryOptions({
    queryKey: listKey(noun),
    queryFn: ({ signal }) => configObjects(client, noun).list(signal),
  })

/** `isAllowed`: whoever may not read them does not ask for them. */
export function useConfigList(noun: ConfigNoun, isAllowed = true) {
  const { client } = useDesk()
  return useQuery({ ...configList(client, noun), enabled: isAllowed })
}

export const said = (object: ConfigObject, name: string): string => {
  const value = object[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** A thing of a list by what it goes by there. */
export const namedIn = (noun: ConfigNoun, object: ConfigObject) => ({
  name: said(object, KINDS[noun].key),
  tenant: said(object, 'tenant'),
})

/** The tags of what is spoken here. */
export function useSpokenLanguages(): readonly string[] {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-languages'],
    queryFn: ({ signal }) => client.call('phrase.list', { query: { limit: 1 } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.languages ?? []
}

interface LastChange {
  readonly who: string
  readonly at: string
}

/** The log looks for words through a month only; what was not touched for longer is among the newest, or not told. */
const NAMING_IT = 50
const NEWEST = 500

/** Who changed a thing last, as the log has it; `key` is empty for a section of the site. */
export async function lastChange(
  client: Client,
  noun: string,
  key: string,
  signal?: AbortSignal,
): Promise<LastChange | null> {
  const kind = `${noun}.added,${noun}.changed`
  const find = async (which: { readonly q?: string; readonly limit: number }) => {
    const query = { kind, order: 'desc', ...which } as const
    const { log } = await client.call('log.list', { query }, signal === undefined ? {} : { signal })
    return log.find(({ detail }) => isAbout(detail, noun, key))
  }
  const row = (await find({ q: key, limit: NAMING_IT })) ?? (await find({ limit: NEWEST }))
  return row === undefined ? null : { who: row.actor, at: row.at }
}

export function useLastChange(noun: string, key: string, version: string): LastChange | null {
  const { client } = useDesk()
  const { data = null } = useQuery({
    queryKey: ['settings-log', noun, key, version],
    queryFn: ({ signal }) => lastChange(client, noun, key, signal),
  })
  return data
}

function isAbout(detail: Readonly<Record<string, unknown>>, noun: string, key: string): boolean {
  if (noun === 'site') return Array.isArray(detail['sections']) && detail['sections'].includes(key)
  const tenant: unknown = detail['tenant']
  const isTenant = typeof tenant === 'object' && tenant !== null && 'id' in tenant && tenant.id === key
  return detail['key'] === key || isTenant
}

/** What the site file that was applied last sets, as `mailbox 101`. */
export function useSiteFileThings(): ReadonlySet<string> {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-file'],
    queryFn: async ({ signal }) => new Set((await client.call('siteFile.things', {}, { signal })).things),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NOTHING
}

const NOTHING: ReadonlySet<string> = new Set()
