import type { ChargeRecord, ItemRecord } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '../../hotel/permissions.ts'
import { useDesk, useRoomNames, useSession } from '../../live/desk.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Picker } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'

interface CorrectChargeProps {
  readonly charge: ChargeRecord
  readonly what: string
  readonly onClose: () => void
}

/** What it should have been: it is taken back, and another stands in its place, in one step. */
export function CorrectCharge({ charge, what, onClose }: CorrectChargeProps) {
  const said = useTexts(minibarTexts)
  const items = useItems(charge)
  const correct = useCorrect(charge)
  const room = useRoomNames()(charge)
  const [quantity, setQuantity] = useState(String(charge.quantity))
  const [item, setItem] = useState(charge.item)
  const [reason, setReason] = useState('')
  const isOther = item !== charge.item || Number(quantity) !== charge.quantity
  const isReady = isOther && Number(quantity) > 0 && reason.trim() !== ''
  return (
    <Dialog title={said.correctTitle(what, room)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          correct({ item, quantity: Number(quantity), reason: reason.trim() })
        }}
      >
        <p>{said.correctWhat}</p>
        {items.length === 0 ? null : (
          <Picker
            label={said.item}
            value={item}
            options={items.map(({ id, description }) => ({ value: id, word: description }))}
            onChange={({ target }) => setItem(target.value)}
          />
        )}
        <Field
          label={said.quantity}
          type="number"
          min={1}
          step={1}
          required
          value={quantity}
          data-autofocus
          onChange={({ target }) => setQuantity(target.value)}
        />
        <Field
          label={said.reason}
          value={reason}
          required
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
        />
        <DialogEnd deed={said.correctDeed} isReady={isReady} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** What could have been meant, for those who may read the list. An item that is no longer sold still stands in its charge. */
function useItems({
  item,
  description,
  tenant,
}: ChargeRecord): readonly Pick<ItemRecord, 'id' | 'description'>[] {
  const { client } = useDesk()
  const mayRead = may(useSession().permissions, ['inventory'])
  const { data } = useQuery({
    queryKey: ['selling', 'items'],
    enabled: mayRead,
    queryFn: ({ signal }) => client.call('item.list', {}, { signal }),
  })
  if (data === undefined) return []
  const sold = data.items.filter((one) => one.tenant === '' || one.tenant === tenant)
  return sold.some(({ id }) => id === item) ? sold : [{ id: item, description }, ...sold]
}

interface Correction {
  readonly item: string
  readonly quantity: number
  readonly reason: string
}

function useCorrect(charge: ChargeRecord) {
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const correct = async ({ item, quantity, reason }: Correction) => {
    const other = item === charge.item ? {} : { id: item }
    const body = { ...other, ...(quantity === charge.quantity ? {} : { quantity }), reason }
    await client.call('inventory.correct', { params: { id: charge.id }, body })
    await queries.invalidateQueries({ queryKey: ['round'] })
  }
  return (correction: Correction) => void correct(correction).catch(toast.failure)
}
