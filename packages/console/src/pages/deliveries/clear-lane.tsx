import type { DestinationRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { TypedConfirm } from '../../parts/typed-confirm.tsx'
import { useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'
import { useAskedFor } from './use-lane.ts'

interface ClearLaneProps {
  readonly destination: DestinationRecord
  /** Its house, where another has a lane of this name. */
  readonly whose: string
}

/** All that waits for a receiver that is gone for good is dropped: nobody does so by mistake. */
export function ClearLane({ destination, whose }: ClearLaneProps) {
  const said = useTexts(deliveryTexts)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        className="clears"
        asks
        aria-label={said.dropAllOf(`${destination.name} ${whose}`.trim())}
        onClick={() => setAsking(true)}
      >
        {said.dropAll}
      </Button>
      {isAsking ? (
        <ClearDialog destination={destination} whose={whose} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}

interface ClearDialogProps extends ClearLaneProps {
  readonly onClose: () => void
}

function ClearDialog({ destination, whose, onClose }: ClearDialogProps) {
  const said = useTexts(deliveryTexts)
  const clear = useClear(destination)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { name, waiting, uncertain } = destination
  const submit = () => {
    if (reason.trim() === '') return setMissing(true)
    onClose()
    clear(reason.trim())
  }
  return (
    <TypedConfirm
      title={said.dropTitle(`${name} ${whose}`.trim())}
      name={name}
      deed={said.dropDeed(waiting + uncertain)}
      onNo={onClose}
      onYes={submit}
    >
      <p className="said">
        {waiting === 0 ? null : said.dropWaiting(waiting)}{' '}
        {uncertain === 0 ? null : said.dropUncertain(uncertain)}
      </p>
      <p>{said.dropDisables(name)}</p>
      <Field
        label={said.reason}
        value={reason}
        maxLength={500}
        autoComplete="off"
        wrong={isMissing && reason.trim() === '' ? said.reasonMissing : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </TypedConfirm>
  )
}

function useClear(destination: DestinationRecord) {
  const said = useTexts(deliveryTexts)
  const { client } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const askedFor = useAskedFor()
  const clear = async (reason: string) => {
    const asked = { ...askedFor(destination), body: { as: 'drop' as const, reason } }
    const { cleared } =
      destination.purpose === 'charge'
        ? await client.call('connector.clear', asked)
        : await client.call('server.clear', asked)
    toast.say(said.droppedOf(cleared, destination.name))
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  return (reason: string) => void clear(reason).catch(toast.failure)
}
