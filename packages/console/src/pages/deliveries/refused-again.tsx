import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useClock } from '../../parts/now.ts'
import { Select } from '../../parts/select.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'

/** `2026-11-15T10:00` as the interface writes it. */
const hotelMinute = (local: string) => local.replaceAll(/[-T:]/g, '').slice(0, 12)

interface RefusedAgainProps {
  readonly names: readonly string[]
  readonly onClose: () => void
}

/** Everything that a destination refused, or that was given up, since a time: counted first, then sent. */
export function RefusedAgain({ names, onClose }: RefusedAgainProps) {
  const said = useTexts(deliveryTexts)
  const { cancel } = useTexts(commonTexts)
  const { client } = useDesk()
  const format = useFormat()
  const clock = useClock()
  const toast = useToast()
  const queries = useQueryClient()
  const [name, setName] = useState(names[0] ?? '')
  const [since, setSince] = useState(`${format.date(clock.now())}T00:00`)
  const [count, setCount] = useState<number | null>(null)
  const send = async (dryRun: boolean) => {
    const body = { destination: name, since: hotelMinute(since), dryRun }
    const { replayed } = await client.call('delivery.replayAll', { body })
    if (dryRun) return setCount(replayed)
    onClose()
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const act = (dryRun: boolean) => void send(dryRun).catch(toast.failure)
  return (
    <Dialog title={said.resend} onClose={onClose}>
      <Select
        label={said.lane}
        value={name}
        options={names.map((one) => ({ value: one, word: one }))}
        onChoose={(one) => {
          setName(one)
          setCount(null)
        }}
      />
      <Field
        label={said.since}
        type="datetime-local"
        value={since}
        onChange={({ target }) => {
          setSince(target.value)
          setCount(null)
        }}
      />
      {count === null ? null : <p className="said">{said.wouldSend(count)}</p>}
      <div className="buttons">
        <Button onClick={onClose}>{cancel}</Button>
        {count === null || count === 0 ? (
          <Button look="main" onClick={() => act(true)}>
            {said.countThem}
          </Button>
        ) : (
          <Button look="main" onClick={() => act(false)}>
            {said.sendThese(count)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
