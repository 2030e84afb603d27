import { useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { type ShownRoom, shownRoom } from '../../hotel/board.ts'
import { keyOfRoom } from '../../hotel/room-status.ts'
import { mayAsk, mayChange, useDesk, useSession, useTenantName } from '../../live/desk.ts'
import { useAll, useRecord, useWatched } from '../../live/use.ts'
import { Age } from '../../parts/age.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Skeleton } from '../../parts/nothing.tsx'
import { roomLook } from '../../parts/room-look.ts'
import { State } from '../../parts/state.tsx'
import { StatusButtons } from '../../parts/status-buttons.tsx'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { DoorMarks } from './door-marks.tsx'
import { RoomCalls, RoomCharges, RoomGuests, RoomLog } from './room-parts.tsx'
import { chooseByDigit, optionOf, useStatuses } from './room-pane.tsx'
import { wordOf } from './room-tile.tsx'
import { boardTexts } from './texts.ts'
import { useReporting } from './use-reporting.tsx'
import './rooms.css'

/** Everything about one room. */
export default function RoomPage() {
  const said = useTexts(boardTexts)
  const { house } = useDesk()
  const [address] = useLocation()
  const [query] = useSearchParams()
  const rooms = useAll(house.rooms.store)
  const isLive = useWatched(house.link).state === 'live'
  const number = decodeURIComponent(address.split('/')[2] ?? '')
  const tenant = query.get('tenant')
  const found = [...rooms.values()].filter((one) => one.number === number)
  const own = found.filter((one) => (tenant === null ? true : one.tenant === tenant))
  const [room] = own
  if (room === undefined) return isLive && rooms.size > 0 ? <Gone number={number} /> : <Skeleton rows={8} />
  if (own.length > 1) return <Which number={number} tenants={own.map((one) => one.tenant)} />
  return <OneRoom key={keyOfRoom(room)} roomKey={keyOfRoom(room)} title={said.title} />
}

function Gone({ number }: { readonly number: string }) {
  const said = useTexts(boardTexts)
  const [, go] = useLocation()
  return (
    <Empty>
      <h1>{said.gone(number)}</h1>
      <Button onClick={() => go('/rooms')}>{said.toBoard}</Button>
    </Empty>
  )
}

/** Two houses may have a room of one number. */
function Which({ number, tenants }: { readonly number: string; readonly tenants: readonly string[] }) {
  const said = useTexts(boardTexts)
  const { site, tenants: known } = useSession()
  const [, setQuery] = useSearchParams()
  return (
    <Empty>
      <h1>{said.chooseTenant(number)}</h1>
      <div className="buttons">
        {tenants.map((tenant) => (
          <Button key={tenant} onClick={() => setQuery({ tenant })}>
            {known.find(({ id }) => id === tenant)?.name ?? site.name}
          </Button>
        ))}
      </div>
    </Empty>
  )
}

function OneRoom({ roomKey, title }: { readonly roomKey: string; readonly title: string }) {
  const { house, reports } = useDesk()
  const record = useRecord(house.rooms.store, roomKey)
  const held = useRecord(reports.held, roomKey)
  const session = useSession()
  const room = useMemo(() => (record === undefined ? null : shownRoom(record, held)), [record, held])
  if (room === null) return null
  return (
    <>
      <nav className="way-back">
        <Link href={`/rooms?floor=${encodeURIComponent(room.record.floor)}`}>
          <Icon name="left" size="small" />
          {title}
        </Link>
      </nav>
      <RoomHead room={room} />
      <div className="room-page">
        <div>
          <RoomState room={room} />
          <RoomGuests room={room.record} />
          <RoomCalls room={room.record} />
          {mayAsk(session, ['inventory', 'administrator']) ? <RoomCharges room={room.record} /> : null}
        </div>
        {mayAsk(session, ['review', 'administrator']) ? <RoomLog room={room.record} /> : null}
      </div>
    </>
  )
}

function RoomHead({ room }: { readonly room: ShownRoom }) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const { record } = room
  const tenant = useTenantName(record.tenant)
  const { state, mark } = roomLook(room.condition)
  const facts = [
    record.name.includes(record.number) ? '' : record.name,
    tenant ?? '',
    record.floor === '' ? '' : rooms.floor(record.floor),
    record.section,
    record.extension === '' ? '' : said.extension(record.extension),
    record.vip ? rooms.vip : '',
    record.occupied ? rooms.occupied : rooms.vacant,
  ]
  return (
    <header className="room-head">
      <h1>
        <span className="heard-only">{rooms.room} </span>
        <span className="number large">{record.number}</span>
      </h1>
      <State state={state} mark={mark}>
        {wordOf(room, rooms)}
      </State>
      {room.since === null ? null : (
        <span className="second">
          <Age since={room.since} />
          {room.by === '' ? '' : ` · ${said.byWhom(room.by)}`}
          {room.isHeld ? ` · ${rooms.notSent}` : ''}
        </span>
      )}
      <span className="second">{facts.filter(Boolean).join(' · ')}</span>
    </header>
  )
}

function RoomState({ room }: { readonly room: ShownRoom }) {
  const said = useTexts(boardTexts)
  const isAllowed = mayChange(useSession())
  const types = useStatuses(room.record.tenant)
  const { report, question } = useReporting()
  if (!isAllowed) return null
  const choose = (id: string) =>
    types.filter((one) => one.id === id).forEach((type) => report([room], type, () => {}))
  return (
    <section className="room-part" onKeyDown={(event) => chooseByDigit(event, types, ({ id }) => choose(id))}>
      <h2>{said.history}</h2>
      <div className="statuses">
        <StatusButtons
          options={types.map(optionOf)}
          current={room.status?.id ?? null}
          hasDigits={false}
          onChoose={choose}
        />
      </div>
      <DoorMarks record={room.record} />
      {question}
    </section>
  )
}
