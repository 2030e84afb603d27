import type { ChargeRecord } from '@reveille/contract'
import { answersOf } from '../../hotel/minibar.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import type { BasketReceipt } from '../../live/baskets.ts'
import { useDesk, useWhoseRoom } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { ChargeAnswer } from '../../parts/charge-answer.tsx'
import { Mark } from '../../parts/icon.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'
import { useCharges, useWhen } from './use-minibar.ts'

/** What was sent last, everything that is not at the server yet, and what it would not have. */
export function Receipts() {
  const receipts = useWatched(useDesk().baskets.receipts)
  const shown = receipts.filter(({ state }, at) => at === 0 || state !== 'stored')
  return (
    <div className="receipts" aria-live="polite">
      {shown.map((receipt) => (
        <ReceiptOf key={receipt.key} receipt={receipt} />
      ))}
    </div>
  )
}

const LOOKS: Readonly<Record<BasketReceipt['state'], readonly [StateName, MarkName]>> = {
  sending: ['busy', 'half'],
  held: ['again', 'pause'],
  stored: ['good', 'tick'],
  refused: ['bad', 'failed'],
}

function ReceiptOf({ receipt }: { readonly receipt: BasketReceipt }) {
  const said = useTexts(minibarTexts)
  const format = useFormat()
  const [state, mark] = LOOKS[receipt.state]
  const { room, items, sum } = receipt.basket
  const whose = useWhoseRoom(receipt.basket)
  const count = items.reduce((all, { quantity }) => all + quantity, 0)
  return (
    <div className={`receipt s-${state}${receipt.state === 'held' ? ' held' : ''}`}>
      <p className="what">
        <Mark name={mark} />
        <b className="number">{room}</b>
        {whose === '' ? null : <span className="second">{whose}</span>}
        <span className="grow">{count === 0 ? said.checkedNothing : `${said.items(count)}, ${sum}`}</span>
        <span className="second">{format.fullTime(receipt.at)}</span>
      </p>
      <Course receipt={receipt} />
    </div>
  )
}

/** How far it has come, one line for each connector. */
function Course({ receipt }: { readonly receipt: BasketReceipt }) {
  const said = useTexts(minibarTexts)
  const charges = useCharges().data?.charges ?? []
  const when = useWhen()
  const { state } = receipt
  if (state === 'held') return <p>{said.held}</p>
  if (state === 'sending') return <p>{said.sendingNow}</p>
  if (state === 'refused') return <Refused receipt={receipt} />
  // What was taken back since says nothing of what stands.
  const mine = charges.filter((one: ChargeRecord) => receipt.charges.includes(one.id) && !one.voided)
  return (
    <ul>
      <li className="s-good">
        <Mark name="tick" size="tiny" />
        {said.stored}
      </li>
      {answersOf(mine).map((answer) => (
        <li key={answer.name}>
          <ChargeAnswer answer={answer} when={when} />
        </li>
      ))}
    </ul>
  )
}

/** Nobody will charge it any more: it stands until whoever it concerns has read why. */
function Refused({ receipt: { key, basket, failure } }: { readonly receipt: BasketReceipt }) {
  const said = useTexts(minibarTexts)
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  const { baskets } = useDesk()
  return (
    <>
      <p>
        <b>{said.refused}</b>
        {basket.items.length === 0
          ? null
          : `: ${basket.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`}
      </p>
      {failure === null ? null : <p>{failureWords(failure, failures, count)}</p>}
      <Button onClick={() => void baskets.seen(key)}>{said.seen}</Button>
    </>
  )
}
