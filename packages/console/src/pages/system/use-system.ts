import { useQuery } from '@tanstack/react-query'
import { mayAsk, useDesk, useSession } from '../../live/desk.ts'

const LOOK_MS = 10_000

/** How each line of the exchange fares. */
export function useLines() {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['system-lines'],
    queryFn: () => client.call('system.lines', {}),
    refetchInterval: LOOK_MS,
  })
  return data?.lines ?? []
}

/** How everything fares that is told of the house. */
export function useLanes() {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['system-lanes'],
    queryFn: () => client.call('system.destinations', {}),
    refetchInterval: LOOK_MS,
  })
  return data?.destinations ?? []
}

/** Where somebody has signed in; undefined for who is not told. */
export function useScreens() {
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-sessions'],
    queryFn: ({ signal }) => client.call('openSession.list', {}, { signal }),
    enabled: mayAsk(useSession(), ['administrator']),
  })
  return data?.sessions
}
