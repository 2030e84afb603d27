import type { StatusTypeRecord } from '@reveille/contract'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'wouter'
import type { ShownRoom } from '../../hotel/board.ts'
import { statusesFor } from '../../hotel/room-status.ts'
import { mayChange, useDesk, useSession, useTenantName } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import { Age } from '../../parts/age.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useIsPhone } from '../../parts/media.ts'
import { Pane } from '../../parts/pane.tsx'
import { StatusButtons } from '../../parts/status-buttons.tsx'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { DoorMarks } from './door-marks.tsx'
import { useMarkWords } from './mark-words.ts'
import { NoStates } from './no-states.tsx'
import { otherSigns, wordOf } from './room-tile.tsx'
import { boardTexts } from './texts.ts'

/** Under the thumb there is room for five and the way to the rest. */
const NEAR = 5

interface RoomPaneProps {
  readonly room: ShownRoom
  readonly onReport: (type: StatusTypeRecord) => void
  readonly onClose: () => void
}

/** What can be said of one room. The second tap sends. */
export function RoomPane({ room, onReport, onClose }: RoomPaneProps) {
  const said = useTexts(boardTexts)
  const isPhone = useIsPhone()
  const isAllowed = mayChange(useSession())
  const [isMore, setMore] = useState(false)
  const types = useStatuses(room.record.tenant)
  const hasMore = isPhone && !isMore
  const near = hasMore ? types.slice(0, NEAR) : types
  return (
    <Pane
      label={said.report(room.record.number)}
      beside={`[data-room="${CSS.escape(room.key)}"]`}
      onClose={onClose}
    >
      <div onKeyDown={(event) => chooseByDigit(event, types, onReport)}>
        <PaneHead room={room} />
        {isAllowed ? (
          <>
            {types.length === 0 ? <NoStates /> : null}
            <div className="statuses">
              <StatusButtons
                options={near.map(optionOf)}
                current={room.status?.id ?? null}
                hasDigits={!isPhone}
                onChoose={(id) => types.filter((one) => one.id === id).forEach(onReport)}
              />
              {hasMore ? (
                <button type="button" className="status s-waits" onClick={() => setMore(true)}>
                  <Icon name="more" />
                  <span>{said.more}</span>
                </button>
              ) : null}
            </div>
            {hasMore ? null : <DoorMarks record={room.record} />}
          </>
        ) : null}
        {hasMore ? null : (
          <Link className="to-room" href={addressOfRoom(room)}>
            {said.openRoom}
            <Icon name="right" size="small" />
          </Link>
        )}
      </div>
    </Pane>
  )
}

function PaneHead({ room }: { readonly room: ShownRoom }) {
  const rooms = useTexts(roomTexts)
  const format = useFormat()
  const tenant = useTenantName(room.record.tenant)
  const marks = useMarkWords()(room.record)
  const signs = otherSigns(room.record, rooms, format).map(({ word }) => word)
  const { name, number } = room.record
  // A room that was given no name is called after its number.
  const facts = [name.includes(number) ? '' : name, tenant ?? '', ...marks, ...signs].filter(
    (one) => one !== '',
  )
  return (
    <p className="pane-head">
      <span className="number large">{room.record.number}</span>
      <span>
        <b>{wordOf(room, rooms)}</b>
        {room.since === null ? null : (
          <>
            {' '}
            <Age since={room.since} />
          </>
        )}
        <span className="second">{facts.map((one) => `, ${one}`).join('')}</span>
      </span>
    </p>
  )
}

export const addressOfRoom = ({ record: { number, tenant } }: Pick<ShownRoom, 'record'>): string =>
  `/room/${encodeURIComponent(number)}${tenant === '' ? '' : `?tenant=${encodeURIComponent(tenant)}`}`

export const optionOf = ({ id, description, condition }: StatusTypeRecord) => ({
  id,
  word: description,
  condition: condition ?? 'other',
})

/** What can be reported of rooms of a tenant. */
export function useStatuses(tenant: string): readonly StatusTypeRecord[] {
  const all = useAll(useDesk().house.statuses.store)
  return statusesFor([...all.values()], tenant)
}

/** A digit chooses; in a field it is a digit. */
export function chooseByDigit(
  event: KeyboardEvent,
  types: readonly StatusTypeRecord[],
  onChoose: (type: StatusTypeRecord) => void,
): void {
  const isTyping = event.target instanceof HTMLInputElement
  const type = /^[1-9]$/.test(event.key) && !isTyping ? types[Number(event.key) - 1] : undefined
  if (type === undefined) return
  event.preventDefault()
  onChoose(type)
}
