import { useMemo } from 'react'
import { type CallDeeds, callDeeds } from './call-deeds.ts'
import { useDesk } from './desk.ts'

export function useCallDeeds(): CallDeeds {
  const { client, house } = useDesk()
  return useMemo(() => callDeeds(client, house.clock), [client, house])
}
