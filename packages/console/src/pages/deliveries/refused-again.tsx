import type { DestinationRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LaneKey } from '../../hotel/delivery.ts'
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
import { useLaneWord, useMessagesOf } from './use-lane.ts'

/** `2026-11-15T10:00` as the interface writes it. */
const hotelMinute = (local: string) => local.replaceAll(/[-T:]/g, '').slice(0, 12)

interface RefusedAgainProps {
  readonly lanes: readonly DestinationRecord[]
  readonly onClose: () => void
}

/** Everything that a destination refused, or that was given up, since a time: counted first, then sent. */
export function RefusedAgain({ lanes, onClose }: RefusedAgainProps) {
  const said = useTexts(deliveryTexts)
  const { cancel } = useTexts(commonTexts)
  const { client } = useDesk()
  const format = useFormat()
  const clock = useClock()
  const toast = useToast()
  const queries = useQueryClient()
  const [first] = lanes
  const [lane, setLane] = useState(first === undefined ? '' : keyOf(first))
  const { options, chosen } = useLanesByKey(lanes, lane)
  const { query, meant, house } = useMessagesOf()(chosen)
  const [since, setSince] = useState(`${format.date(clock.now())}T00:00`)
  const [count, setCount] = useState<number | null>(null)
  const send = async (dryRun: boolean) => {
    const body = { ...meant, since: hotelMinute(since), dryRun }
    const { replayed } = await client.call('delivery.replayAll', { query, body })
    if (dryRun) return setCount(replayed)
    onClose()
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  const act = (dryRun: boolean) => void send(dryRun).catch(toast.failure)
  return (
    <Dialog title={said.resend} onClose={onClose}>
      <Select
        label={said.lane}
        value={lane}
        options={options}
        onChoose={(one) => {
          setLane(one)
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
      {house === '' ? null : <p className="second">{said.onlyOf(house)}</p>}
      {count === null ? null : <p className="said">{said.wouldSend(count)}</p>}
      <div className="buttons">
        <Button onClick={onClose}>{cancel}</Button>
        {count === null || count === 0 ? (
          <Button look="main" asks onClick={() => act(true)}>
            {said.countThem}
          </Button>
        ) : (
          <Button look="main" asks onClick={() => act(false)}>
            {said.sendThese(count)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const keyOf = ({ name, purpose, tenant }: LaneKey) => `${tenant} ${purpose} ${name}`

const NO_LANE: LaneKey = { name: '', purpose: 'charge', tenant: '' }

/** What can be chosen, each in words of its own. */
function useLanesByKey(lanes: readonly LaneKey[], key: string) {
  const wordOf = useLaneWord(lanes)
  const options = lanes.map((lane) => ({ value: keyOf(lane), word: wordOf(lane) }))
  return { options, chosen: lanes.find((lane) => keyOf(lane) === key) ?? NO_LANE }
}
