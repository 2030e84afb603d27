import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { ConfigKey, ConfigNoun } from '../../api/config.ts'
import { ownerOf } from '../../hotel/settings/owner.ts'
import { useDesk, useThingQuery } from '../../live/desk.ts'
import { KINDS } from './pages.ts'
import { configList } from './use-config.ts'

/** Which thing an address means: it may say whose. */
export function useMeant(noun: ConfigNoun, place: string): () => Promise<ConfigKey> {
  const { client } = useDesk()
  const queries = useQueryClient()
  const whose = useThingQuery()
  const [query] = useSearchParams()
  const said = query.get('tenant')
  const ownerInList = async () =>
    ownerOf(await queries.ensureQueryData(configList(client, noun)), KINDS[noun].key, place)
  return async () => {
    const owner = said ?? (await ownerInList())
    return { key: place, ...(owner === undefined ? {} : whose(owner)) }
  }
}
