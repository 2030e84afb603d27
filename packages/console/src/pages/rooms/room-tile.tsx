import { memo, useMemo } from 'react'
import { type Limits, limitOf, marksAt, type ShownRoom, shownRoom } from '../../hotel/board.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useTenantName } from '../../live/desk.ts'
import { useIsOffline, useRecord } from '../../live/use.ts'
import { useClock } from '../../parts/now.ts'
import { DOOR_ICONS, roomLook } from '../../parts/room-look.ts'
import { Tile } from '../../parts/tile.tsx'
import type { Format } from '../../texts/format.ts'
import { type RoomTexts, roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'

interface RoomTileProps {
  readonly roomKey: string
  readonly limits: Limits
  readonly isSelected: boolean
  readonly isLeftOut: boolean
  readonly isActive: boolean
  readonly onPick: (key: string) => void
  readonly onHold: (key: string) => void
}

/** A room that is drawn anew when it changes, and when no other does. */
export const RoomTile = memo(function RoomTile({ roomKey, limits, isActive, ...rest }: RoomTileProps) {
  const { house, reports } = useDesk()
  const record = useRecord(house.rooms.store, roomKey)
  const held = useRecord(reports.held, roomKey)
  const said = useTexts(roomTexts)
  const format = useFormat()
  const clock = useClock()
  const tenant = useTenantName(record?.tenant)
  const isOff = useIsOffline()
  const room = useMemo(() => (record === undefined ? null : shownRoom(record, held)), [record, held])
  const marks = useMemo(
    () => (room === null ? [] : doorMarks(room, said, format, clock.now())),
    [room, said, format, clock],
  )
  if (room === null) return null
  const { state, mark } = roomLook(room.condition)
  return (
    <Tile
      {...rest}
      id={roomKey}
      room={room.record.number}
      {...(tenant === undefined ? {} : { of: tenant })}
      state={state}
      mark={mark}
      word={wordOf(room, said)}
      since={room.since}
      lateAfter={limitOf(room.condition, limits)}
      by={room.condition === 'in_progress' ? room.by : ''}
      {...(room.isHeld && isOff ? { remark: said.waits } : {})}
      marks={marks}
      isHeld={room.isHeld}
      tabIndex={isActive ? 0 : -1}
    />
  )
})

/** The hotel's own words, or that nothing was reported. */
export const wordOf = ({ status }: Pick<ShownRoom, 'status'>, said: RoomTexts): string =>
  status === null ? said.unreported : status.description

/** What whoever stands at the door must know. */
export function doorMarks({ record }: ShownRoom, said: RoomTexts, format: Format, now: number) {
  const set = marksAt(record, now).map(({ mark }) => ({ icon: DOOR_ICONS[mark], word: said[mark] }))
  const { next } = record
  return [
    ...set,
    ...(record.vip ? [{ icon: DOOR_ICONS.vip, word: said.vip }] : []),
    ...(next === null
      ? []
      : [
          {
            icon: DOOR_ICONS.call,
            word: said.call(format.time(instantOf(next))),
            hour: format.time(instantOf(next)),
          },
        ]),
    ...(record.occupied ? [{ icon: DOOR_ICONS.occupied, word: said.occupied }] : []),
  ]
}
