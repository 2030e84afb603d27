import type { ChargeRecord, ItemRecord } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inForce } from '../../hotel/minibar.ts'
import { may } from '../../hotel/permissions.ts'
import { asFailure, type Failure } from '../../kernel/failure.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useToast } from '../../parts/toasts.tsx'

type Meant = Pick<ItemRecord, 'id' | 'description' | 'max'>

/** What could have been meant, for those who may read the list. An item that is no longer sold still stands in its charge. */
export function useItems({ item, description, tenant }: ChargeRecord): readonly Meant[] {
  const { client } = useDesk()
  const mayRead = may(useSession().permissions, ['inventory'])
  const { data } = useQuery({
    queryKey: ['selling', 'items'],
    enabled: mayRead,
    queryFn: ({ signal }) => client.call('item.list', {}, { signal }),
  })
  if (data === undefined) return []
  const sold = inForce(tenant, data.items)
  return sold.some(({ id }) => id === item) ? sold : [{ id: item, description, max: 0 }, ...sold]
}

interface Correction {
  readonly item: string
  readonly quantity: number
  readonly reason: string
}

/** Asked for once at a time; a refusal stays until something else is typed. */
export function useCorrection(charge: ChargeRecord, onDone: () => void) {
  const ask = useAsking(charge)
  const toast = useToast()
  const isThere = useIsThere()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const done = () => {
    if (isThere.current) onDone()
  }
  // Whoever has closed it meanwhile is told all the same.
  const refused = (error: unknown) => {
    if (!isThere.current) return toast.failure(error)
    setBusy(false)
    setFailure(asFailure(error))
  }
  const correct = (correction: Correction) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    void ask(correction).then(done, refused)
  }
  return { correct, isBusy, failure, forget: () => setFailure(null) }
}

function useAsking(charge: ChargeRecord) {
  const { client } = useDesk()
  const queries = useQueryClient()
  return async ({ item, quantity, reason }: Correction): Promise<void> => {
    const other = item === charge.item ? {} : { id: item }
    const body = { ...other, ...(quantity === charge.quantity ? {} : { quantity }), reason }
    await client.call('inventory.correct', { params: { id: charge.id }, body })
    void queries.invalidateQueries({ queryKey: ['round'] })
  }
}

function useIsThere() {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}

const OF_QUANTITY = ['quantity.over-max', 'charge.too-large']

/** What is refused for how many there are is said there. */
export const isOfQuantity = ({ told }: Failure): boolean =>
  told !== null && (told.field === 'quantity' || OF_QUANTITY.includes(told.code))
