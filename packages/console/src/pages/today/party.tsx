import { Fragment } from 'react'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import { type LiveCall, roomOf } from '../../hotel/calls/live-call.ts'
import { namedWithin, type PartyRoom } from '../../hotel/calls/party.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useRecord } from '../../live/use.ts'
import { useIsLarge } from '../../parts/media.ts'
import { callTexts } from '../../texts/calls.ts'
import { useTexts } from '../../texts/speech.ts'
import { todayTexts } from './texts.ts'

/** Of a party so many rooms are told; on a phone no more than leave room for how many there are. */
const TOLD = { desk: 3, phone: 1 }
/** About what the style sheet gives to them; on a phone, with the word of the state beside them. */
const PX = { phone: 230, desk: 260, large: 340, letter: 9 }

interface PartyProps {
  readonly row: CallRow
  readonly isPhone: boolean
}

/** The first rooms of a party with their guests, as far as there is room, and how many more there are. */
export function PartyRooms({ row: { calls, state }, isPhone }: PartyProps) {
  const said = useTexts(todayTexts)
  const { [state]: word } = useTexts(callTexts)
  const isLarge = useIsLarge()
  const rooms = useFirstRooms(calls)
  const px = isPhone ? PX.phone - word.length * PX.letter : isLarge ? PX.large : PX.desk
  const fit = namedWithin(rooms, calls.length, px)
  if ((isPhone && fit === 0) || rooms.every(({ name }) => name === ''))
    return <Numbers calls={calls} isPhone={isPhone} />
  // Where there is room for none, a name is cut.
  const named = rooms.slice(0, Math.max(1, fit))
  const rest = calls.length - named.length
  return (
    <>
      {named.map(({ room, name }, at) => (
        <Fragment key={room}>
          {at === 0 ? null : <span className="dot">{said.and}</span>}
          <span className="number">{room}</span>
          {name === '' ? null : <span className="name">{name}</span>}
        </Fragment>
      ))}
      <Rest rooms={rest} />
    </>
  )
}

/** What is folded is said in one way, whoever may read names: a bare number could be guests, or minutes. */
function Rest({ rooms }: { readonly rooms: number }) {
  const said = useTexts(todayTexts)
  return rooms > 0 ? <span className="rest">{said.moreRooms(rooms)}</span> : null
}

/** For those who may not know who sleeps there. */
function Numbers({ calls, isPhone }: Pick<CallRow, 'calls'> & { readonly isPhone: boolean }) {
  const told = calls.length === 2 ? 2 : isPhone ? TOLD.phone : TOLD.desk
  return (
    <>
      <span className="number">
        {calls
          .slice(0, told)
          .map(({ room }) => room)
          .join(' · ')}
      </span>
      <Rest rooms={calls.length - told} />
    </>
  )
}

/** As many as can be told at most. */
function useFirstRooms([first, second, third]: CallRow['calls']): readonly PartyRoom[] {
  const all = [useFirstGuest(first), useFirstGuest(second), useFirstGuest(third)]
  return all.filter(({ room }) => room !== '')
}

function useFirstGuest(call: LiveCall | undefined): PartyRoom {
  const { site } = useSession()
  const room = useRecord(useDesk().house.rooms.store, call === undefined ? '' : roomOf(call, site.id))
  const guest = room?.guests?.find(({ name }) => name !== '')
  return { room: call?.room ?? '', name: guest?.name ?? '' }
}
