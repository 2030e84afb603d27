import type { CategoryRecord, InventoryRoom, ItemRecord } from '@reveille/contract'
import { useState } from 'react'
import {
  countOf,
  mayAdd,
  roomPlace,
  type Quantities,
  type BarShelf,
  shelvesFor,
  sumsOf,
} from '../../hotel/minibar.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import type { BasketReceipt } from '../../live/baskets.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty } from '../../parts/nothing.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'
import { useChecks, useIsOccupied } from './use-minibar.ts'

interface RoomBasketProps {
  readonly number: string
  readonly tenant: string | null
  readonly selling: {
    readonly rooms: readonly InventoryRoom[]
    readonly items: readonly ItemRecord[]
    readonly categories: readonly CategoryRecord[]
  }
  readonly onLeave: () => void
}

/** What was used in one room. Nothing is charged before the server has it, and the button says what and whom. */
export function RoomBasket({ number, tenant, selling, onLeave }: RoomBasketProps) {
  const said = useTexts(minibarTexts)
  const { rooms, items, categories } = selling
  const room = rooms.find((one) => one.number === number && (tenant === null || one.tenant === tenant))
  const [quantities, setQuantities] = useState<Quantities>({})
  const [refused, setRefused] = useState<BasketReceipt | null>(null)
  const [isSending, setSending] = useState(false)
  const { baskets } = useDesk()
  const isAllowed = mayChange(useSession())
  if (room === undefined)
    return (
      <Empty>
        <p>{said.noSuchRoom(number)}</p>
        <Button onClick={onLeave}>{said.otherRoom}</Button>
      </Empty>
    )
  const shelves = shelvesFor(room.tenant, items, categories)
  const send = async (wanted: Quantities, sum: string) => {
    const chosen = Object.entries(wanted).flatMap(([id, quantity]) =>
      quantity > 0 ? [{ id, quantity }] : [],
    )
    setRefused(null)
    setSending(true)
    const receipt = await baskets.charge({ room: number, tenant: room.tenant, items: chosen, sum })
    setSending(false)
    if (receipt?.state === 'refused') setRefused(receipt)
    else onLeave()
  }
  return (
    <div className="basket">
      <RoomHead room={room} onLeave={onLeave} />
      <div className="shelves">
        {shelves.length === 0 ? <Empty>{said.noItems}</Empty> : null}
        {shelves.map((shelf) => (
          <ShelfOf
            key={shelf.category.id}
            shelf={shelf}
            quantities={quantities}
            onChange={(id, quantity) => setQuantities({ ...quantities, [id]: quantity })}
          />
        ))}
      </div>
      {refused === null ? null : <Refusal receipt={refused} />}
      {isAllowed ? (
        <Send
          room={room}
          items={items}
          quantities={quantities}
          isSending={isSending}
          onSend={(wanted, sum) => void send(wanted, sum)}
        />
      ) : null}
    </div>
  )
}

function RoomHead({ room, onLeave }: { readonly room: InventoryRoom; readonly onLeave: () => void }) {
  const said = useTexts(minibarTexts)
  const format = useFormat()
  const check = useChecks().get(roomPlace(room))
  const isOccupied = useIsOccupied()(room)
  return (
    <header className="head">
      <h1 className="number large">{room.number}</h1>
      <p className="grow">
        {isOccupied === null ? null : <b>{isOccupied ? said.occupied : said.vacant}</b>}
        <span className="second small">
          {check === undefined ? said.notChecked : said.checked(format.time(instantOf(check.at)), check.user)}
        </span>
      </p>
      <Button onClick={onLeave}>{said.otherRoom}</Button>
    </header>
  )
}

interface ShelfProps {
  readonly shelf: BarShelf
  readonly quantities: Quantities
  readonly onChange: (id: string, quantity: number) => void
}

function ShelfOf({ shelf: { category, items }, quantities, onChange }: ShelfProps) {
  return (
    <section className="shelf" aria-label={category.description}>
      <i style={category.color === '' ? {} : { background: category.color }} />
      <div>
        <h2>{category.description}</h2>
        {items.map((item) => (
          <ItemLine
            key={item.id}
            item={item}
            quantity={quantities[item.id] ?? 0}
            onChange={(quantity) => onChange(item.id, quantity)}
          />
        ))}
      </div>
    </section>
  )
}

interface ItemProps {
  readonly item: ItemRecord
  readonly quantity: number
  readonly onChange: (quantity: number) => void
}

function ItemLine({ item, quantity, onChange }: ItemProps) {
  const said = useTexts(minibarTexts)
  const price = [item.price, item.currency].filter(Boolean).join(' ')
  return (
    <div className={quantity > 0 ? 'item has' : 'item'}>
      <span className="name">
        <b>{item.description}</b>
        <small>{item.max === 0 ? price : `${price}, ${said.atMost(item.max)}`}</small>
      </span>
      <button
        type="button"
        className="stepper"
        aria-label={said.fewer(item.description)}
        disabled={quantity === 0}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" />
      </button>
      <output className={quantity === 0 ? 'none' : ''} aria-label={item.description}>
        {quantity}
      </output>
      <button
        type="button"
        className="stepper"
        aria-label={said.another(item.description)}
        disabled={!mayAdd(item, quantity)}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}

interface SendProps {
  readonly room: InventoryRoom
  readonly items: readonly ItemRecord[]
  readonly quantities: Quantities
  readonly isSending: boolean
  readonly onSend: (quantities: Quantities, sum: string) => void
}

function Send({ room, items, quantities, isSending, onSend }: SendProps) {
  const said = useTexts(minibarTexts)
  const count = countOf(quantities)
  const sums = sumsOf(items, quantities)
  const sum = sums.map(({ total, currency }) => [total, currency].filter(Boolean).join(' ')).join(' + ')
  return (
    <div className="send">
      <Button onClick={() => onSend({}, '')} disabled={count > 0 || isSending}>
        {said.nothingUsed}
      </Button>
      <Button look="main" disabled={count === 0 || isSending} onClick={() => onSend(quantities, sum)}>
        <span>{isSending ? said.sendingNow : count === 0 ? said.choose : said.send(count, room.number)}</span>
        <span className="number large">{sum}</span>
      </Button>
    </div>
  )
}

function Refusal({ receipt: { failure } }: { readonly receipt: BasketReceipt }) {
  const said = useTexts(minibarTexts)
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  if (failure === null) return null
  const words =
    failure.told?.code === 'room.vacant' ? said.vacantRoom : failureWords(failure, failures, count)
  return (
    <p className="refusal s-bad" role="alert">
      <b>{words}</b>
    </p>
  )
}
