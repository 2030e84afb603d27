import type { InventoryRoom } from '@reveille/contract'
import { useLocation, useSearchParams } from 'wouter'
import { readPart } from '../../kernel/address.ts'
import { useSession } from '../../live/desk.ts'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { Charged } from './charged.tsx'
import { Keypad } from './keypad.tsx'
import './minibar.css'
import { NoItems } from './no-items.tsx'
import { Receipts } from './receipts.tsx'
import { RoomBasket } from './room-basket.tsx'
import { minibarTexts } from './texts.ts'
import { useSelling } from './use-minibar.ts'

const ROOT = '/minibar'

/** Whoever may not charge sees what was charged. */
export default function MinibarPage() {
  const { permissions } = useSession()
  return permissions.includes('inventory') ? <Round /> : <Book />
}

function Book() {
  const said = useTexts(minibarTexts)
  return (
    <div className="minibar book">
      <h1 className="heard-only">{said.title}</h1>
      <Charged />
      <p className="second">{said.needsInventory}</p>
    </div>
  )
}

/** Where another house has a room of this number, the address says whose it is. */
const isOnlyOne = (rooms: readonly InventoryRoom[], { number }: InventoryRoom) =>
  rooms.filter((one) => one.number === number).length === 1

/** What was taken from the mini-bars: a room, what was used, sent. */
function Round() {
  const [address, go] = useLocation()
  const [query] = useSearchParams()
  const said = useTexts(minibarTexts)
  const { data, error, refetch } = useSelling()
  const number = readPart(address.slice(ROOT.length + 1))
  const tenant = query.get('tenant')
  if (error !== null) return <Trouble error={error} isWhole onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton kind="tiles" rows={12} />
  const leave = () => go(ROOT)
  if (number !== '')
    return (
      <RoomBasket
        key={`${tenant} ${number}`}
        number={number}
        tenant={tenant}
        selling={data}
        onLeave={leave}
      />
    )
  return (
    <div className="minibar">
      <h1 className="heard-only">{said.title}</h1>
      <div className="pick">
        <Receipts />
        {data.items.length === 0 && data.rooms.length > 0 ? <NoItems /> : null}
        <Keypad
          rooms={data.rooms}
          onRoom={(room) =>
            go(
              `${ROOT}/${encodeURIComponent(room.number)}${isOnlyOne(data.rooms, room) ? '' : `?tenant=${encodeURIComponent(room.tenant)}`}`,
            )
          }
        />
      </div>
      <Charged />
    </div>
  )
}
