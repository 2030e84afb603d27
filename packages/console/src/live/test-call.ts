import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from './desk.ts'

const LOOK_MS = 700

/** A test call over a line, followed until it is over; `query` says whose, where several have one of that name. */
export function useTestCall(
  line: string | undefined,
  onOver: () => void = () => {},
  query: { readonly tenant?: string } = {},
) {
  const { client } = useDesk()
  const [id, setId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['line-test', line, query.tenant, id],
    enabled: id !== null,
    queryFn: async () => {
      const test = await client.call('line.tested', { params: { key: line ?? '', id: id ?? '' }, query })
      if (test.state === 'over') onOver()
      return test
    },
    refetchInterval: ({ state }) => (state.data?.state === 'over' ? false : LOOK_MS),
  })
  /** Rings a phone, to ask for a key or to play an announcement. */
  const ring = async (extension: string, prompt?: number) => {
    const body = prompt === undefined ? { extension } : { extension, prompt }
    const { id: begun } = await client.call('line.test', { params: { key: line ?? '' }, query, body })
    setId(begun)
  }
  return { test: id === null ? null : (data ?? null), isGoing: id !== null && data?.state !== 'over', ring }
}
