import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryFilter, Lane, LaneKey } from '../../hotel/delivery.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Picker, Tick } from '../../parts/field.tsx'
import { Trouble } from '../../parts/nothing.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useTexts } from '../../texts/speech.ts'
import { RISKS, RULINGS } from './deeds.tsx'
import { settleTexts } from './settle-words.ts'
import { deliveryTexts } from './texts.ts'
import { useLaneWord, useMessagesOf } from './use-lane.ts'

interface SettleAllProps {
  readonly lane: Lane['destination']
  /** All that there are: another house may have one of its name. */
  readonly lanes: readonly LaneKey[]
  readonly since: DeliveryFilter['since']
}

type Ruling = keyof typeof RULINGS
const WAYS = ['folio', 'resend', 'drop'] as const

/** After a restore, or a night without answers, there may be thousands: they are decided about together. */
export function SettleAll(props: SettleAllProps) {
  const said = useTexts(settleTexts)
  const [isAsking, setAsking] = useState(false)
  const name = useLaneWord(props.lanes)(props.lane)
  return (
    <p className="settle-all">
      <Button asks onClick={() => setAsking(true)}>
        {said.settleAll(name)}
      </Button>
      {isAsking ? <SettleDialog {...props} onClose={() => setAsking(false)} /> : null}
    </p>
  )
}

interface SettleDialogProps extends SettleAllProps {
  readonly onClose: () => void
}

function SettleDialog({ onClose, ...props }: SettleDialogProps) {
  const said = useTexts(settleTexts)
  const words = useTexts(deliveryTexts)
  const { cancel } = useTexts(commonTexts)
  const isPosting = props.lane.link !== null
  const name = useLaneWord(props.lanes)(props.lane)
  const [as, setAs] = useState<Ruling>('folio')
  const [reason, setReason] = useState('')
  const [isKnown, setKnown] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { count, settle, house } = useSettling(props, as)
  const wordOf = (one: Ruling) => (one === 'folio' && !isPosting ? words.arrived : words[one])
  const isTwice = as === 'resend' && isPosting
  const submit = () => {
    setAsked(true)
    if (reason.trim() === '' || (isTwice && !isKnown)) return
    onClose()
    settle(reason.trim(), isTwice)
  }
  return (
    <Dialog title={said.settleTitle(name)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Picker
          label={said.settleAs}
          value={as}
          options={WAYS.map((one) => ({ value: one, word: wordOf(one) }))}
          onChange={({ target }) => setAs(WAYS.find((one) => one === target.value) ?? as)}
        />
        <p>{words[RISKS[as]]}</p>
        {house === '' ? null : <p className="second">{said.onlyOf(house)}</p>}
        {count.error === null ? null : <Trouble error={count.error} />}
        <p className="said" role="status">
          {count.data === undefined ? '' : said.wouldSettle(count.data.settled)}
          {count.data === undefined || count.data.left === 0 ? '' : ` ${said.wouldLeave(count.data.left)}`}
        </p>
        {isTwice ? (
          <div className="field">
            <Tick checked={isKnown} onChange={({ target }) => setKnown(target.checked)}>
              {said.billTwice}
            </Tick>
            {isAsked && !isKnown ? <span className="wrong">{said.billTwiceMissing}</span> : null}
          </div>
        ) : null}
        <Field
          label={words.reason}
          value={reason}
          maxLength={500}
          autoComplete="off"
          wrong={isAsked && reason.trim() === '' ? words.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="buttons">
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={as === 'folio' ? 'main' : 'danger'} type="submit" asks>
            {wordOf(as)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Counted first, by the very question that is then asked in earnest. */
function useSettling({ lane, since }: SettleAllProps, as: Ruling) {
  const said = useTexts(settleTexts)
  const { client } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const { query, meant: one, house } = useMessagesOf()(lane)
  const meant = {
    ...one,
    as: RULINGS[as],
    ...(since === null ? {} : { since: `${since.replaceAll('-', '')}0000` }),
  }
  const count = useQuery({
    queryKey: ['deliveries', 'settle-all', query.tenant ?? '', JSON.stringify(meant)],
    queryFn: ({ signal }) =>
      client.call(
        'delivery.settleAll',
        { query, body: { ...meant, reason: said.onlyCounted, dryRun: true } },
        { signal },
      ),
  })
  const act = async (reason: string, billTwice: boolean) => {
    const body = { ...meant, reason, ...(billTwice ? { billTwice } : {}) }
    const { settled } = await client.call('delivery.settleAll', { query, body })
    toast.say(said.settled(settled))
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  return {
    count,
    house,
    settle: (reason: string, billTwice: boolean) => void act(reason, billTwice).catch(toast.failure),
  }
}
