import type { InventoryRoom } from '@reveille/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { beginningWith, lastOf, meant, nextRooms, roomPlace, placesOf } from '../../hotel/minibar.ts'
import { useSession, useTenantName } from '../../live/desk.ts'
import { Icon, Mark } from '../../parts/icon.tsx'
import { Empty } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { ChargedSum } from './charged.tsx'
import { minibarTexts } from './texts.ts'
import { useChecks, useIsOccupied } from './use-minibar.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const OFFERED = 3
/** Longer numbers run on without empty places. */
const MOST_SLOTS = 6

interface KeypadProps {
  readonly rooms: readonly InventoryRoom[]
  readonly onRoom: (room: InventoryRoom) => void
}

/** Any room by its number, or the next one by one tap. */
export function Keypad({ rooms, onRoom }: KeypadProps) {
  const said = useTexts(minibarTexts)
  const [typed, setTyped] = useState('')
  const pad = useRef<HTMLDivElement>(null)
  useEffect(() => pad.current?.focus(), [])
  if (rooms.length === 0) return <Empty>{said.noRooms}</Empty>
  const found = beginningWith(rooms, typed)
  const exact = found.filter(({ number }) => number === typed)
  const type = (next: string) => {
    const sure = meant(rooms, next)
    if (sure !== null) return onRoom(sure)
    if (next.length <= placesOf(rooms)) setTyped(next)
  }
  const go = () => {
    const [one, another] = exact
    if (one !== undefined && another === undefined) onRoom(one)
  }
  const press = (event: KeyboardEvent) => {
    if (/^[\da-z-]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      type(typed + event.key.toUpperCase())
    else if (event.key === 'Backspace') setTyped(typed.slice(0, -1))
    else if (event.key === 'Enter' && event.target === pad.current) go()
    else return
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <div className="keypad" role="group" aria-label={said.keypad} tabIndex={-1} ref={pad} onKeyDown={press}>
      <Slots typed={typed} places={placesOf(rooms)} found={found} />
      <NextRooms rooms={typed === '' ? rooms : found} isTyping={typed !== ''} onRoom={onRoom} />
      <div className="pad">
        {DIGITS.map((digit) => (
          <button key={digit} type="button" onClick={() => type(typed + digit)}>
            {digit}
          </button>
        ))}
        <button
          type="button"
          className="edge"
          aria-label={said.back}
          disabled={typed === ''}
          onClick={() => setTyped(typed.slice(0, -1))}
        >
          <Icon name="backspace" />
        </button>
        <button type="button" onClick={() => type(`${typed}0`)}>
          {0}
        </button>
        <button
          type="button"
          className="edge"
          aria-label={said.go}
          disabled={exact.length !== 1}
          onClick={go}
        >
          <Mark name="tick" />
        </button>
      </div>
    </div>
  )
}

interface SlotsProps {
  readonly typed: string
  readonly places: number
  readonly found: readonly InventoryRoom[]
}

function Slots({ typed, places, found }: SlotsProps) {
  const said = useTexts(minibarTexts)
  const checks = useChecks()
  const isOccupied = useIsOccupied()
  const open = found.filter((room) => !checks.has(roomPlace(room)))
  const guests = open.filter((room) => isOccupied(room) === true).length
  const all = typed.padEnd(Math.min(places, MOST_SLOTS)).split('')
  return (
    <div className="typed">
      <div className="slots" role="img" aria-label={typed === '' ? said.keypad : `${said.room} ${typed}`}>
        {all.map((one, at) => (
          <span key={at} className={one === ' ' ? 'empty' : ''}>
            {one}
          </span>
        ))}
      </div>
      <p className="second" role="status">
        {found.length === 0
          ? said.noRoom
          : open.length === 0
            ? said.allDone
            : said.notDone(open.length, guests)}
      </p>
      <ChargedSum />
    </div>
  )
}

interface NextProps {
  readonly rooms: readonly InventoryRoom[]
  readonly isTyping: boolean
  readonly onRoom: (room: InventoryRoom) => void
}

/** While somebody types: the rooms that may be meant, also those looked after. */
function NextRooms({ rooms, isTyping, onRoom }: NextProps) {
  const said = useTexts(minibarTexts)
  const checks = useChecks()
  const { account } = useSession()
  const isDone = (room: InventoryRoom) => checks.has(roomPlace(room))
  const offered = isTyping
    ? rooms.slice(0, OFFERED)
    : nextRooms(rooms, lastOf([...checks.values()], account), isDone, OFFERED)
  if (offered.length === 0) return null
  return (
    <div className="nexts">
      <h2>{isTyping ? said.room : said.nextRooms}</h2>
      <div>
        {offered.map((room) => (
          <NextRoom key={roomPlace(room)} room={room} onRoom={onRoom} />
        ))}
      </div>
    </div>
  )
}

function NextRoom({ room, onRoom }: { readonly room: InventoryRoom; readonly onRoom: NextProps['onRoom'] }) {
  const said = useTexts(minibarTexts)
  const isOccupied = useIsOccupied()(room)
  const tenant = useTenantName(room.tenant) ?? ''
  const words = isOccupied === null ? '' : isOccupied ? said.occupied : said.vacant
  return (
    <button type="button" onClick={() => onRoom(room)}>
      <b>{room.number}</b>
      <small>{[words, tenant].filter(Boolean).join(' · ')}</small>
    </button>
  )
}
