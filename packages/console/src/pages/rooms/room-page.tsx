import { useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { type ShownRoom, shownRoom } from '../../hotel/board.ts'
import { keyOfRoom } from '../../hotel/room-status.ts'
import { readPart } from '../../kernel/address.ts'
import { mayAsk, mayChange, useDesk, useHouses, useSession, useTenantName } from '../../live/desk.ts'
import { useAll, useRecord, useWatched } from '../../live/use.ts'
import { Age } from '../../parts/age.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, NotRead } from '../../parts/nothing.tsx'
import { roomLook } from '../../parts/room-look.ts'
import { State } from '../../parts/state.tsx'
import { StatusButtons } from '../../parts/status-buttons.tsx'
import { WhichHouse } from '../../parts/which-house.tsx'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { DoorMarks } from './door-marks.tsx'
import { useMarkWords } from './mark-words.ts'
import { NoStates } from './no-states.tsx'
import { newsOf, RoomHistory, RoomLog } from './room-log.tsx'
import { RoomCalls, RoomCharges, RoomGuests } from './room-parts.tsx'
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
  const housesOf = useHouses()
  const rooms = useAll(house.rooms.store)
  const are = useWatched(house.rooms.are)
  const number = readPart(address.split('/')[2] ?? '')
  const tenant = query.get('tenant')
  const found = [...rooms.values()].filter((one) => one.number === number)
  const own = found.filter((one) => (tenant === null ? true : one.tenant === tenant))
  const [room] = own
  if (room === undefined)
    return are === 'read' ? (
      <Gone number={number} tenant={tenant ?? ''} />
    ) : (
      <NotRead rows={8} are={are} isWhole onRetry={() => void house.rooms.readAll().catch(() => {})} />
    )
  if (own.length > 1)
    return <WhichHouse title={said.chooseTenant(number)} houses={housesOf(own.map((one) => one.tenant))} />
  return <OneRoom key={keyOfRoom(room)} roomKey={keyOfRoom(room)} title={said.title} />
}

/** A room may have been taken off the list: the log still knows of it. */
function Gone({ number, tenant }: { readonly number: string; readonly tenant: string }) {
  const said = useTexts(boardTexts)
  const [, go] = useLocation()
  const readsLog = mayAsk(useSession(), READ_LOG)
  return (
    <>
      <Empty>
        <h1>{said.gone(number)}</h1>
        <Button onClick={() => go('/rooms')}>{said.toBoard}</Button>
      </Empty>
      {readsLog ? <RoomLog number={number} tenant={tenant} /> : null}
    </>
  )
}

/** Whoever does not read the log is told what was reported of the room, and no more. */
const READ_LOG = ['review', 'administrator'] as const
/** Those whom the server tells of charges. */
const SEE_CHARGES = ['inventory', 'correct', 'review', 'administrator'] as const

function OneRoom({ roomKey, title }: { readonly roomKey: string; readonly title: string }) {
  const { house, reports } = useDesk()
  const record = useRecord(house.rooms.store, roomKey)
  const held = useRecord(reports.held, roomKey)
  const session = useSession()
  const Log = mayAsk(session, READ_LOG) ? RoomLog : RoomHistory
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
          {mayAsk(session, SEE_CHARGES) ? <RoomCharges room={room.record} /> : null}
        </div>
        <Log number={room.record.number} tenant={room.record.tenant} news={newsOf(room.record)} />
      </div>
    </>
  )
}

function RoomHead({ room }: { readonly room: ShownRoom }) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const { record } = room
  const tenant = useTenantName(record.tenant)
  const marks = useMarkWords()(record)
  const { state, mark } = roomLook(room.condition)
  const facts = [
    record.name.includes(record.number) ? '' : record.name,
    tenant ?? '',
    record.floor === '' ? '' : rooms.floor(record.floor),
    record.section,
    record.extension === '' ? '' : said.extension(record.extension),
    record.vip ? rooms.vip : '',
    record.occupied ? rooms.occupied : rooms.vacant,
    ...marks,
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
      {types.length === 0 ? <NoStates /> : null}
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
