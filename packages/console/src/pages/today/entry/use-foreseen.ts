import { useEffect, useState } from 'react'
import type { Ask } from '../../../hotel/entry/asks.ts'
import type { Answered } from '../../../hotel/entry/set-plan.ts'
import { asFailure, type Failure } from '../../../kernel/failure.ts'
import { useDesk } from '../../../live/desk.ts'
import { foresee } from '../../../live/entry-deed.ts'
import { useKeys } from '../../../live/use.ts'
import { useClock, useNow } from '../../../parts/now.ts'

/** What the server says that the line would do. */
export type Foreseen =
  | { readonly state: 'none' }
  | { readonly state: 'there'; readonly of: string; readonly answered: readonly Answered[] }
  | { readonly state: 'failed'; readonly of: string; readonly failure: Failure }

const PAUSE_MS = 80
const MINUTE = 60_000
/** The server takes twenty a second of an account: a long list waits a little between. */
const MOST_AT_ONCE = 8
const BREATH_MS = 60

interface Asking {
  /** Somebody has pressed Enter: it is asked at once, and a locked screen asks who they are. */
  readonly isHurried: boolean
  readonly isOff: boolean
}

export function useForeseen(asks: readonly Ask[], { isHurried, isOff }: Asking): Foreseen {
  const { client, house } = useDesk()
  const clock = useClock()
  // Whatever is set or cancelled meanwhile, and each minute that passes, may make it another answer.
  const calls = useKeys(house.calls.store)
  const minute = useNow(MINUTE)
  const [found, setFound] = useState<Foreseen>({ state: 'none' })
  const name = JSON.stringify(asks)
  useEffect(() => {
    if (isOff || name === '[]') return
    const leaving = new AbortController()
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
    const askAll = async () => {
      const wanted: readonly Ask[] = JSON.parse(name)
      const answered: Answered[] = []
      for (const ask of wanted) {
        if (wanted.length > MOST_AT_ONCE) await wait(BREATH_MS)
        answered.push(await foresee(client, ask, { signal: leaving.signal, isPlain: !isHurried }))
      }
      return answered
    }
    const show = (next: Foreseen) => {
      if (!leaving.signal.aborted) setFound(next)
    }
    const look = async () => {
      try {
        show({ state: 'there', of: name, answered: await askAll() })
      } catch (error) {
        show({ state: 'failed', of: name, failure: asFailure(error) })
      }
    }
    const cancel = clock.after(isHurried ? 0 : PAUSE_MS, () => void look())
    return () => {
      cancel()
      leaving.abort()
    }
  }, [client, clock, name, isHurried, isOff, calls, minute])
  return found.state === 'none' || found.of !== name ? { state: 'none' } : found
}
