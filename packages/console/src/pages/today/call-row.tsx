import { type CSSProperties, memo } from 'react'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import { isUnwoken } from '../../hotel/calls/call-state.ts'
import { type LiveCall, ringsSince, roomOf } from '../../hotel/calls/live-call.ts'
import { useDesk, useSession, useWhoseRoom } from '../../live/desk.ts'
import { useRecord } from '../../live/use.ts'
import { callLooks } from '../../look/call-looks.ts'
import { SKY_DARK, SKY_LIGHT, skyAt } from '../../look/sky.ts'
import { useDrawn } from '../../parts/drawn.ts'
import { Icon, Mark } from '../../parts/icon.tsx'
import { useNow } from '../../parts/now.ts'
import { type CallTexts, callTexts } from '../../texts/calls.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { PartyRooms } from './party.tsx'
import { Detail, Who } from './row-words.tsx'
import { todayTexts } from './texts.ts'

const SECOND = 1_000
const LAST_SKY = 840

/** What a row may lead to: the same functions for all of them. */
export interface RowDeeds {
  readonly open: (call: LiveCall) => void
  readonly unfold: (row: CallRow) => void
  readonly select: (row: CallRow) => void
}

interface CallLineProps {
  readonly row: CallRow
  readonly sky: number
  readonly isPast: boolean
  readonly isInner: boolean
  readonly isUnfolded: boolean
  readonly isSelected: boolean
  readonly isShown: boolean
  readonly isPhone: boolean
  /** Null on a screen that only shows. */
  readonly mayAct: boolean
  readonly deeds: RowDeeds
}

/**
 * One line of Today: drawn anew when its own calls change, and not when others do. In a rush that is every line on the
 * screen: what it is made of is written out here, since each part of its own would take its time.
 */
export const CallLine = memo(function CallLine(props: CallLineProps) {
  const { row, sky, isPast, isInner, isSelected, isShown } = props
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const time = useFormat().time(row.at)
  const since = ringsAloneSince(row)
  const drawn = useDrawn<HTMLDivElement>()
  const { state, mark } = callLooks[row.state]
  const isUp = isPickedUp(row)
  const classes = [
    'row call',
    `s-${state}`,
    row.isLarge && 'act',
    isPast && 'past',
    isUnwoken(row.state) && 'unwoken',
    isInner && 'inner',
    isUp && 'up',
  ]
  return (
    <div
      className={[...classes, isSelected && 'picked', isShown && 'shown', row.state]
        .filter(Boolean)
        .join(' ')}
      role="row"
      // The whole line is the button: laid over it, each would be painted apart.
      onClick={({ target, currentTarget }) => opens(props, target, currentTarget)}
      data-row={row.key}
      ref={drawn}
    >
      <span
        className="spine"
        role="cell"
        // On the line, all that is in it would have to be styled for itself.
        style={skyStyle(sky)}
      />
      <span className="at" role="cell">
        {isInner ? '' : time}
      </span>
      {rooms(props, words)}
      <span className="tape" role="cell">
        <Mark name={isUp ? 'half' : mark} />
        {isUp ? words.pickedUp : words[row.state]}
        {since === null ? null : <Counting since={since} />}
      </span>
      <span className="more" role="cell">
        {/* Beside the word of the state there is no room for it on a phone. */}
        {props.isPhone && row.calls.length === 1 ? <Name call={row.calls[0]} /> : null}
        <Detail row={row} isPhone={props.isPhone} />
      </span>
      <span className="by" role="cell">
        <Who row={row} />
        {props.mayAct
          ? pick(props, said.select(`${time} ${row.calls.map(({ room }) => room).join(', ')}`))
          : null}
      </span>
    </div>
  )
})

interface SkyStyle extends CSSProperties {
  readonly '--sky-light': string
  readonly '--sky-dark': string
}

function skyStyle(sky: number): SkyStyle {
  const minute = Math.min(LAST_SKY, Math.max(0, sky))
  return { '--sky-light': skyAt(SKY_LIGHT, minute), '--sky-dark': skyAt(SKY_DARK, minute) }
}

function opens({ row, deeds }: CallLineProps, target: EventTarget, line: HTMLElement): void {
  if (target instanceof HTMLInputElement) return
  // Wherever it was touched: what opens now gives the focus back to it.
  line.querySelector<HTMLElement>('.opens')?.focus()
  if (row.calls.length > 1) deeds.unfold(row)
  else deeds.open(row.calls[0])
}

function rooms({ row, isUnfolded, isPhone }: CallLineProps, words: CallTexts) {
  const { calls, isVip } = row
  const [first] = calls
  const isMany = calls.length > 1
  return (
    <span className="who" role="cell">
      <button type="button" className="opens" aria-expanded={isMany ? isUnfolded : undefined}>
        {isMany ? <PartyRooms row={row} isPhone={isPhone} /> : <span className="number">{first.room}</span>}
        {isVip ? (
          <>
            <Icon name="star" size="tiny" solid />
            <span className="heard-only">{words.vip}</span>
          </>
        ) : null}
        {isMany ? (
          <Icon name={isUnfolded ? 'down' : 'right'} size="tiny" />
        ) : isPhone ? null : (
          <Name call={first} />
        )}
      </button>
    </span>
  )
}

/** Who sleeps there, for those who may know. */
function Name({ call }: { readonly call: LiveCall }) {
  const { site } = useSession()
  const room = useRecord(useDesk().house.rooms.store, roomOf(call, site.id))
  const names = (room?.guests ?? []).map(({ name }) => name).filter((name) => name !== '')
  // "Room 118" says nothing that the number does not.
  const own = room === undefined || room.name.endsWith(room.number) ? '' : room.name
  const whose = useWhoseRoom(call)
  const text = [whose, own, ...names].filter((one) => one !== '').join(', ')
  return text === '' ? null : <span className="name">{text}</span>
}

/** The one call of a line that rings. */
const ringsAlone = ({ state, calls }: CallRow): LiveCall | null =>
  state === 'ringing' && calls.length === 1 ? calls[0] : null

/** Whoever has picked up is still told why; that it rings would no longer be true. */
const isPickedUp = (row: CallRow): boolean => ringsAlone(row)?.rings?.isPickedUp === true

function ringsAloneSince(row: CallRow): number | null {
  const call = ringsAlone(row)
  return call === null || isPickedUp(row) ? null : ringsSince(call)
}

/** Seconds, while it rings: only these are drawn anew. */
function Counting({ since }: { readonly since: number }) {
  const format = useFormat()
  return <span aria-hidden="true">{format.count(useNow(SECOND) - since)}</span>
}

/** What is gone cannot be picked, nor a later day of a series. */
const pick = ({ row, isSelected, deeds }: CallLineProps, label: string) =>
  row.state === 'deleted' || row.calls.every(({ dayOf }) => dayOf !== undefined) ? (
    <span className="pick" />
  ) : (
    <input
      type="checkbox"
      className="pick"
      checked={isSelected}
      onChange={() => deeds.select(row)}
      aria-label={label}
    />
  )
