import type { AnswerOf } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from './desk.ts'

/** Which house this is: new, to try things out in, or set up. */
export function useWelcome(): AnswerOf<'setup.welcome'> | undefined {
  const { client } = useDesk()
  return useQuery({ queryKey: ['welcome'], queryFn: () => client.call('setup.welcome', {}) }).data
}
