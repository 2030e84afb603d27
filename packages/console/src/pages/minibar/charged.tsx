import type { ChargeRecord } from '@reveille/contract'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { answersOf, standingOf } from '../../hotel/minibar.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useRoomNames, useSession, useWhoseRoom } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { ChargeAnswer } from '../../parts/charge-answer.tsx'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Trouble } from '../../parts/nothing.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { chargeTexts } from '../../texts/charge-answers.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { CorrectCharge } from './correct-charge.tsx'
import { minibarTexts } from './texts.ts'
import { useCharges, useWhen } from './use-minibar.ts'

const CORRECTS = ['correct', 'administrator']

type Session = ReturnType<typeof useSession>
const mayCorrectIn = (session: Session) =>
  mayChange(session) && session.permissions.some((one) => CORRECTS.includes(one))
/** Whose work it may be, and who is told what is missing: a display corrects nothing anyway. */
const lacksCorrect = (session: Session) => mayChange(session) && !mayCorrectIn(session)

/** The day's charges, the newest first, with what each connector answered. */
export function Charged() {
  const said = useTexts(minibarTexts)
  const session = useSession()
  const { data, error, refetch } = useCharges()
  const charges = data?.charges.filter(({ kind }) => kind === 'charge').toReversed() ?? []
  return (
    <section className="charged" aria-labelledby="charged">
      <h2 id="charged">{said.charged}</h2>
      {error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />}
      {data !== undefined && charges.length === 0 ? <Empty>{said.noneCharged}</Empty> : null}
      <ul>
        {charges.map((charge) => (
          <Charge key={charge.id} charge={charge} />
        ))}
      </ul>
      {charges.length > 0 && lacksCorrect(session) ? (
        <p className="second small">{said.needsCorrect}</p>
      ) : null}
    </section>
  )
}

/** Where the list lies below the keypad: that it is there, and the way down. */
export function ChargedSum() {
  const said = useTexts(minibarTexts)
  const { data } = useCharges()
  const { count, sums } = standingOf(data?.charges ?? [])
  const sum = sums.map(({ total, currency }) => `${total} ${currency}`.trim()).join(' + ')
  if (data === undefined) return <p className="charged-sum" />
  if (count === 0) return <p className="charged-sum second">{said.noneSum}</p>
  return (
    <a className="charged-sum" href="#charged">
      {said.chargedSum(count, sum)}
      <Icon name="down" size="small" />
    </a>
  )
}

function Charge({ charge }: { readonly charge: ChargeRecord }) {
  const said = useTexts(minibarTexts)
  const words = useTexts(chargeTexts)
  const format = useFormat()
  const session = useSession()
  const mayCorrect = mayCorrectIn(session)
  const [asked, setAsked] = useState<'back' | 'other-room' | 'correct' | null>(null)
  const what = `${charge.quantity} × ${charge.description}`
  const whose = useWhoseRoom(charge)
  return (
    <li className={charge.voided ? 'voided' : ''}>
      <span className="second small">{format.time(instantOf(charge.at))}</span>
      <b className="number">{charge.room}</b>
      <span className="what">
        {what}
        <small>{[whose, charge.user].filter((one) => one !== '').join(' · ')}</small>
      </span>
      <span className="sum">{[charge.total, charge.currency].filter(Boolean).join(' ')}</span>
      <span className="fate">
        {charge.voided ? words.takenBack : <Answers charge={charge} />}
        {mayCorrect && !charge.voided ? (
          <>
            <Button look="quiet" asks onClick={() => setAsked('correct')}>
              {said.correct}
            </Button>
            <Button look="quiet" asks onClick={() => setAsked('back')}>
              {said.takeBack}
            </Button>
          </>
        ) : null}
      </span>
      {asked === 'back' || asked === 'other-room' ? (
        <TakeBack
          charge={charge}
          what={what}
          isOtherRoom={asked === 'other-room'}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'correct' ? (
        <CorrectCharge
          charge={charge}
          what={what}
          onClose={() => setAsked(null)}
          onOtherRoom={() => setAsked('other-room')}
        />
      ) : null}
    </li>
  )
}

function Answers({ charge }: { readonly charge: ChargeRecord }) {
  const when = useWhen()
  return answersOf([charge]).map((answer) => <ChargeAnswer key={answer.name} answer={answer} when={when} />)
}

interface TakeBackProps {
  readonly charge: ChargeRecord
  readonly what: string
  /** Another one is charged next: it is said what. */
  readonly isOtherRoom: boolean
  readonly onClose: () => void
}

function TakeBack({ charge, what, isOtherRoom, onClose }: TakeBackProps) {
  const said = useTexts(minibarTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const room = useRoomNames()(charge)
  const [reason, setReason] = useState('')
  const takeBack = async () => {
    onClose()
    await client.call('inventory.void', { params: { id: charge.id }, body: { reason } })
    await queries.invalidateQueries({ queryKey: ['round'] })
    if (isOtherRoom) toast.say(said.nowOther(what))
  }
  return (
    <Dialog title={said.takeBackTitle(what, room)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void takeBack().catch(toast.failure)
        }}
      >
        <p>{said.takeBackWhat}</p>
        <Field
          label={said.reason}
          hint={said.reasonHint}
          value={reason}
          required
          maxLength={500}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogEnd
          deed={said.takeBackDeed}
          look="danger"
          isReady={reason.trim() !== ''}
          why={reason.trim() === '' ? said.reasonMissing : null}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
