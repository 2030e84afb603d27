import type { CategoryRecord, InventoryRoom, ItemRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  chosenOf,
  countGone,
  countOf,
  isTooMany,
  type Quantities,
  shelvesFor,
  sumsOf,
} from '../../hotel/minibar.ts'
import { mayChange, useDesk, useHouses, useSession, useTenantQuery, useWhoseRoom } from '../../live/desk.ts'
import type { BasketReceipt } from '../../live/baskets.ts'
import { useHalfDone } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/nothing.tsx'
import { WhichHouse } from '../../parts/which-house.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { NoItems } from './no-items.tsx'
import { ShelfOf } from './shelf.tsx'
import { minibarTexts } from './texts.ts'
import { useIsOccupied, useLastCheck, useWhen } from './use-minibar.ts'

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
  const meant = rooms.filter((one) => one.number === number && (tenant === null || one.tenant === tenant))
  const [room] = meant
  const [quantities, setQuantities] = useState<Quantities>({})
  const [refused, setRefused] = useState<BasketReceipt | null>(null)
  const [isSending, setSending] = useState(false)
  const { baskets } = useDesk()
  const queries = useQueryClient()
  const isHere = useIsHere()
  const housesOf = useHouses()
  const whose = useTenantQuery()
  const isAllowed = mayChange(useSession())
  useHalfDone(Object.values(quantities).some((quantity) => quantity > 0))
  if (room === undefined)
    return (
      <Empty>
        <p>{said.noSuchRoom(number)}</p>
        <Button onClick={onLeave}>{said.otherRoom}</Button>
      </Empty>
    )
  if (meant.length > 1)
    return <WhichHouse title={said.whichRoom(number)} houses={housesOf(meant.map((one) => one.tenant))} />
  const shelves = shelvesFor(room.tenant, items, categories)
  const sold = shelves.flatMap((shelf) => shelf.items)
  const send = async (wanted: Quantities, sum: string) => {
    const chosen = chosenOf(sold, wanted).map(({ item: { id, description }, quantity }) => ({
      id,
      name: description,
      quantity,
    }))
    setRefused(null)
    setSending(true)
    const { tenant: asked } = whose(room.tenant)
    const basket = { room: number, tenant: room.tenant, asked, items: chosen, sum }
    const receipt = await baskets.charge(basket)
    setSending(false)
    if (receipt?.state !== 'refused') return onLeave()
    // What can be charged is not what stands here. It is told beside the items; elsewhere it would wait to be seen.
    void queries.invalidateQueries({ queryKey: ['selling'] })
    setRefused(receipt)
    if (isHere()) await baskets.seen(receipt.key)
  }
  return (
    <div className="basket">
      <RoomHead room={room} onLeave={onLeave} />
      <div className="shelves">
        {shelves.length === 0 ? <NoItems /> : null}
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
          items={sold}
          quantities={quantities}
          isSending={isSending}
          onSend={(wanted, sum) => void send(wanted, sum)}
        />
      ) : null}
    </div>
  )
}

/** Whether the page still stands when an answer comes. */
function useIsHere(): () => boolean {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}

function RoomHead({ room, onLeave }: { readonly room: InventoryRoom; readonly onLeave: () => void }) {
  const said = useTexts(minibarTexts)
  const when = useWhen()
  const check = useLastCheck(room)
  const whose = useWhoseRoom({ tenant: room.tenant, room: room.number })
  const isOccupied = useIsOccupied()(room)
  return (
    <header className="head">
      <h1 className="number large">{room.number}</h1>
      <p className="grow">
        {whose === '' ? null : <b>{whose} </b>}
        {isOccupied === null ? null : <b>{isOccupied ? said.occupied : said.vacant}</b>}
        <span className="second small">
          {check === undefined ? said.notChecked : said.checked(when(check.at), check.user)}
        </span>
      </p>
      <Button onClick={onLeave}>{said.otherRoom}</Button>
    </header>
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
  const chosen = chosenOf(items, quantities)
  const [count, gone] = [countOf(chosen), countGone(items, quantities)]
  const isOver = chosen.some(({ item, quantity }) => isTooMany(item, quantity))
  const sum = sumsOf(chosen)
    .map(({ total, currency }) => [total, currency].filter(Boolean).join(' '))
    .join(' + ')
  return (
    <div className="send">
      {gone === 0 ? null : (
        <p className="gone second small" role="alert">
          {said.noLongerSold(gone)}
        </p>
      )}
      <Button onClick={() => onSend({}, '')} disabled={count > 0 || isSending}>
        {said.nothingUsed}
      </Button>
      <Button
        look="main"
        disabled={count === 0 || isOver || isSending}
        onClick={() => onSend(quantities, sum)}
      >
        <span>{isSending ? said.sendingNow : count === 0 ? said.choose : said.send(count, room.number)}</span>
        <span className="number large">{sum}</span>
      </Button>
    </div>
  )
}

function Refusal({ receipt: { failure } }: { readonly receipt: BasketReceipt }) {
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  if (failure === null) return null
  return (
    <p className="refusal s-bad" role="alert">
      <b>{failureWords(failure, failures, count)}</b>
    </p>
  )
}
