import type { DeliveryRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Deed, deedsFor } from '../../hotel/delivery.ts'
import { may } from '../../hotel/permissions.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'

export const useMayAct = (): boolean => {
  const session = useSession()
  return may(session.permissions, ['administrator']) && mayChange(session)
}

/** What can be done about one delivery. */
export function Deeds({ delivery }: { readonly delivery: DeliveryRecord }) {
  const said = useTexts(deliveryTexts)
  const [deed, setDeed] = useState<Deed | null>(null)
  if (!useMayAct()) return null
  return (
    <span className="buttons no-print">
      {deedsFor(delivery).map((one) => (
        <Button
          key={one}
          asks
          aria-label={`${wordOf(said, one, delivery)}: ${delivery.room}`}
          onClick={() => setDeed(one)}
        >
          {wordOf(said, one, delivery)}
        </Button>
      ))}
      {deed === null ? null : (
        <DeedDialog deed={deed} deliveries={[delivery]} onClose={() => setDeed(null)} />
      )}
    </span>
  )
}

type Said = (typeof deliveryTexts)['en']

const wordOf = (said: Said, deed: Deed, { posting }: DeliveryRecord) =>
  deed === 'folio' && posting === null ? said.arrived : said[deed]

interface DeedDialogProps {
  readonly deed: Deed
  readonly deliveries: readonly DeliveryRecord[]
  readonly onClose: () => void
  readonly onDone?: () => void
}

export const RISKS = {
  folio: 'riskFolio',
  resend: 'riskTwice',
  drop: 'riskDrop',
  replay: 'riskNone',
  force: 'riskTwice',
} as const

/** Asks why, says what may come of it and what to look for, and names the deed. */
export function DeedDialog({ deed, deliveries, onClose, onDone }: DeedDialogProps) {
  const said = useTexts(deliveryTexts)
  const { cancel } = useTexts(commonTexts)
  const act = useDeed()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [first] = deliveries
  if (first === undefined) return null
  const isNeeded = deed !== 'replay'
  const about = deliveries.length === 1 ? `${first.room} · ${first.summary}` : said.several(deliveries.length)
  const submit = () => {
    if (isNeeded && reason.trim() === '') return setMissing(true)
    onClose()
    void act(deed, deliveries, reason.trim()).then(onDone)
  }
  return (
    <Dialog title={wordOf(said, deed, first)} onClose={onClose}>
      <p className="said">
        <b>{about}</b>
      </p>
      <p>{said[RISKS[deed]]}</p>
      {deliveries.length === 1 && first.posting !== null && deed !== 'replay' ? (
        <p>{said.lookFor(first.posting, first.room)}</p>
      ) : null}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label={said.reason}
          value={reason}
          maxLength={500}
          autoComplete="off"
          data-autofocus
          wrong={isMissing && reason.trim() === '' ? said.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="buttons">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look={deed === 'folio' || deed === 'replay' ? 'main' : 'danger'} asks>
            {wordOf(said, deed, first)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const RULINGS = { folio: 'delivered', resend: 'resend', drop: 'drop' } as const

/** One after the other: each has its own row in the log, and what one is refused for does not stop the rest. */
function useDeed() {
  const said = useTexts(deliveryTexts)
  const { client } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const one = async (deed: Deed, id: string, reason: string): Promise<void> => {
    const params = { id }
    if (deed === 'replay' || deed === 'force') {
      const body = { ...(deed === 'force' ? { force: true } : {}), ...(reason === '' ? {} : { reason }) }
      await client.call('delivery.replay', { params, body })
    } else await client.call('delivery.settle', { params, body: { as: RULINGS[deed], reason } })
  }
  return async (deed: Deed, deliveries: readonly DeliveryRecord[], reason: string): Promise<void> => {
    let done = 0
    for (const { id } of deliveries)
      await one(deed, id, reason).then(
        () => void done++,
        (error: unknown) => toast.failure(error),
      )
    const told = done === deliveries.length ? toast.say : toast.warn
    if (deliveries.length > 1) told(said.doneOf(done, deliveries.length))
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
}
