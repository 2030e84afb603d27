import { useCallback, useEffect, useRef, useState } from 'react'
import { type Step, stepName } from '../../../hotel/entry/set-plan.ts'
import { asFailure, type Failure } from '../../../kernel/failure.ts'
import { browserIds } from '../../../kernel/ids.ts'
import { useDesk } from '../../../live/desk.ts'
import { EntryDeed, takeBack, type Undo } from '../../../live/entry-deed.ts'
import { useClock } from '../../../parts/now.ts'

/** What was done last. It stays until something is typed: were it to go by itself, the list below would move. */
export interface Receipt {
  readonly words: string
  /** Null once it was. */
  readonly undos: readonly Undo[] | null
}

const UNDO_MS = 10_000

export interface Deeds {
  readonly isSending: boolean
  readonly failure: Failure | null
  readonly receipt: Receipt | null
  /** For a while. */
  readonly canUndo: boolean
  /** Resolves with whether it was done. */
  carryOut(steps: readonly Step[], words: string): Promise<boolean>
  undo(words: string): Promise<void>
  /** Something else is typed: what failed before is no longer of interest, nor what can no longer be taken back. */
  forget(): void
}

/** Carries out what the line says. The same steps tried again are the same requests, under the same keys. */
export function useDeeds(): Deeds {
  const { client } = useDesk()
  const { receipt, canUndo, show, putAway } = useReceipt()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const last = useRef<{ readonly name: string; readonly deed: EntryDeed } | null>(null)

  const attempt = async (act: () => Promise<Receipt>): Promise<boolean> => {
    setSending(true)
    setFailure(null)
    try {
      show(await act())
      last.current = null
      return true
    } catch (error) {
      setFailure(asFailure(error))
      return false
    } finally {
      setSending(false)
    }
  }
  return {
    isSending,
    failure,
    receipt,
    canUndo,
    carryOut(steps, words) {
      const name = steps.map(stepName).join('\n')
      const { deed } =
        last.current?.name === name ? last.current : { deed: new EntryDeed(client, browserIds, steps) }
      last.current = { name, deed }
      return attempt(async () => ({ words, undos: await deed.carryOut() }))
    },
    async undo(words) {
      const undos = receipt?.undos ?? null
      if (undos === null || !canUndo) return
      show(null)
      await attempt(async () => {
        await takeBack(client, undos)
        return { words, undos: null }
      })
    },
    forget: useCallback(() => {
      setFailure(null)
      putAway()
      last.current = null
    }, [putAway]),
  }
}

function useReceipt() {
  const clock = useClock()
  const [receipt, show] = useState<Receipt | null>(null)
  const [over, setOver] = useState<Receipt | null>(null)
  useEffect(() => clock.after(UNDO_MS, () => setOver(receipt)), [clock, receipt])
  const canUndo = receipt !== null && receipt.undos !== null && receipt !== over
  const putAway = useCallback(() => show((now) => (now === over ? null : now)), [over])
  return { receipt, canUndo, show, putAway }
}
