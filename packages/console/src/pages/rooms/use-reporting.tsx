import type { StatusTypeRecord } from '@reveille/contract'
import { type ReactNode, useCallback, useState } from 'react'
import type { ShownRoom } from '../../hotel/board.ts'
import { mustBeAsked, NO_STATUS, type Reported } from '../../hotel/room-status.ts'
import { useDesk } from '../../live/desk.ts'
import { isCutOff } from '../../live/use.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'
import { rememberFloor } from './use-view.ts'

interface Asked {
  readonly rooms: readonly ShownRoom[]
  readonly status: Reported
  readonly onDone: () => void
}

export interface Reporting {
  readonly report: (rooms: readonly ShownRoom[], type: StatusTypeRecord, onDone: () => void) => void
  /** The question that stands open, if any. */
  readonly question: ReactNode
}

const plain = ({ id, description, condition }: StatusTypeRecord): Reported =>
  condition === undefined ? { id, description } : { id, description, condition }

/** Reports at once, with the way back for eight seconds; asks first where somebody stays. */
export function useReporting(): Reporting {
  const [asked, setAsked] = useState<Asked | null>(null)
  const send = useSend()
  const report = useCallback(
    (rooms: readonly ShownRoom[], type: StatusTypeRecord, onDone: () => void) => {
      const status = plain(type)
      if (rooms.some(({ record }) => mustBeAsked(record, status))) return setAsked({ rooms, status, onDone })
      send(rooms, status)
      onDone()
    },
    [send],
  )
  const question =
    asked === null ? null : (
      <Question
        asked={asked}
        onYes={() => {
          setAsked(null)
          send(asked.rooms, asked.status)
          asked.onDone()
        }}
        onNo={() => setAsked(null)}
      />
    )
  return { report, question }
}

interface QuestionProps {
  readonly asked: Asked
  readonly onYes: () => void
  readonly onNo: () => void
}

function Question({ asked: { rooms, status }, onYes, onNo }: QuestionProps) {
  const said = useTexts(boardTexts)
  const occupied = rooms.flatMap(({ record }) => (mustBeAsked(record, status) ? [record.number] : []))
  return (
    <Confirm
      title={said.askTitle(occupied, status.description)}
      deed={said.askDeed(status.description, rooms.length)}
      onYes={onYes}
      onNo={onNo}
    />
  )
}

function useSend() {
  const said = useTexts(boardTexts)
  const { reports, shelf, house } = useDesk()
  const toast = useToast()
  return useCallback(
    (rooms: readonly ShownRoom[], status: Reported) => {
      const [first] = rooms
      if (first === undefined) return
      reports.report(
        rooms.map(({ record }) => record),
        status,
      )
      rememberFloor(shelf, first.record.floor)
      const words =
        rooms.length === 1
          ? said.done(first.record.number, status.description)
          : said.doneAll(rooms.length, status.description)
      const undo = () => {
        for (const [previous, those] of byStatus(rooms))
          reports.report(
            those.map(({ record }) => record),
            previous,
          )
      }
      toast.say(isCutOff(house) ? said.waitsHere(words) : words, { word: said.undo, act: undo })
    },
    [reports, shelf, house, toast, said],
  )
}

/** What was before, together by what it was: a floor goes back in as few reports as possible. */
function byStatus(rooms: readonly ShownRoom[]): readonly (readonly [Reported, readonly ShownRoom[]])[] {
  const groups = new Map<string, readonly [Reported, ShownRoom[]]>()
  for (const room of rooms) {
    const status = room.status ?? NO_STATUS
    const { id, description, condition } = status
    const group = groups.get(id)
    if (group === undefined)
      groups.set(id, [condition === undefined ? { id, description } : { id, description, condition }, [room]])
    else group[1].push(room)
  }
  return [...groups.values()]
}
