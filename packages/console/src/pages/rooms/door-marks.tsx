import type { BoardRecord } from '@reveille/contract'
import { type FormEvent, useState } from 'react'
import { marksAt } from '../../hotel/board.ts'
import { endsAhead } from '../../hotel/door-mark.ts'
import { useDesk, useTenantQuery } from '../../live/desk.ts'
import { BareButton, Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useClock } from '../../parts/now.ts'
import { DOOR_ICONS, isSolid } from '../../parts/room-look.ts'
import { useToast } from '../../parts/toasts.tsx'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { markFacts } from './mark-words.ts'
import { boardTexts } from './texts.ts'

const MARKS = ['dnd', 'refused', 'priority'] as const
type DoorMark = (typeof MARKS)[number]

/** What staff must heed at the door: pressed it is set, pressed again it is cleared. */
export function DoorMarks({ record }: { readonly record: BoardRecord }) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const toast = useToast()
  const set = marksAt(record, useClock().now())
  const [asking, setAsking] = useState<DoorMark | null>(null)
  const { number, tenant } = record
  const isSet = (mark: DoorMark) => set.some((one) => one.mark === mark)
  const clear = (mark: DoorMark) =>
    void client
      .call('board.clearMark', { params: { number, mark }, query: asked(tenant) })
      .catch(toast.failure)
  const press = (mark: DoorMark) => {
    setAsking(isSet(mark) ? null : mark)
    if (isSet(mark)) return clear(mark)
    // At once, as somebody stands at the door; until when, and why, is asked right after it.
    void client
      .call('board.mark', { params: { number, mark }, query: asked(tenant), body: {} })
      .catch(toast.failure)
  }
  return (
    <div className="door-marks" role="group" aria-label={said.marks}>
      {MARKS.map((mark) => (
        <BareButton
          key={mark}
          className="door-mark"
          asks
          aria-pressed={isSet(mark)}
          onClick={() => press(mark)}
        >
          <Icon name={DOOR_ICONS[mark]} size="tiny" solid={isSolid(DOOR_ICONS[mark])} />
          {rooms[mark]}
          <MarkFacts marks={set} mark={mark} />
        </BareButton>
      ))}
      {MARKS.filter((mark) => isSet(mark) && mark !== asking).map((mark) => (
        <Button key={mark} look="quiet" asks onClick={() => setAsking(mark)}>
          {said.sayMore(rooms[mark])}
        </Button>
      ))}
      {asking === null ? null : (
        <MarkForm
          key={asking}
          record={record}
          mark={asking}
          stands={set.find(({ mark }) => mark === asking)}
          onDone={() => setAsking(null)}
        />
      )}
    </div>
  )
}

/** As a field takes it, by the clocks of the room: `2026-11-15T12:00`. */
const wallOf = (until: string | null | undefined): string => until?.slice(0, 16) ?? ''

/** Until when, and who said so. */
function MarkFacts({ marks, mark }: { readonly marks: BoardRecord['marks']; readonly mark: DoorMark }) {
  const said = useTexts(boardTexts)
  const format = useFormat()
  const now = useClock().now()
  const one = marks.find((set) => set.mark === mark)
  return one === undefined ? null : <small>{markFacts(one, said, format, now)}</small>
}

interface MarkFormProps {
  readonly record: BoardRecord
  readonly mark: DoorMark
  /** As it stands: both halves are sent, and what nobody changes stays. */
  readonly stands: BoardRecord['marks'][number] | undefined
  readonly onDone: () => void
}

function MarkForm({ record: { number, tenant }, mark, stands, onDone }: MarkFormProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const toast = useToast()
  const [until, setUntil] = useState(wallOf(stands?.until))
  const [note, setNote] = useState(stands?.note ?? '')
  const set = (end: string) =>
    void client
      .call('board.mark', {
        params: { number, mark },
        query: asked(tenant),
        body: { ...(end === '' ? {} : { until: end }), ...(note === '' ? {} : { note }) },
      })
      .then(onDone)
      .catch(toast.failure)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set(until)
  }
  return (
    <form className="mark-form" onSubmit={submit}>
      <Ends onEnd={set} />
      <Field
        label={said.untilNote}
        value={note}
        maxLength={100}
        onChange={({ target }) => setNote(target.value)}
      />
      <Field
        label={said.until}
        type="datetime-local"
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <Button type="submit" asks>
        {said.setMark(rooms[mark])}
      </Button>
    </form>
  )
}

/** One that nobody thinks of again keeps the room out of every report of its floor: an end is one tap away. */
function Ends({ onEnd }: { readonly onEnd: (until: string) => void }) {
  const said = useTexts(boardTexts)
  const format = useFormat()
  const now = useClock().now()
  return (
    <div className="mark-ends" role="group" aria-label={said.ends}>
      {endsAhead(format.date(now), format.minute(now)).map(({ name, until }) => (
        <Button key={name} asks onClick={() => onEnd(until)}>
          {said[name]}
        </Button>
      ))}
    </div>
  )
}
