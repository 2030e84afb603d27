import { useMemo, useState } from 'react'
import { floorsOf, roomsIn } from '../../hotel/room-ranges.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed } from './step.tsx'
import { RoomTable } from './room-table.tsx'
import { setupTexts } from './texts.ts'

const MOST_SHOWN = 400
const FEW = 8

const fewOf = (rooms: readonly string[]): string =>
  [...new Set(rooms)].slice(0, FEW).join(', ') + (rooms.length > FEW ? ' …' : '')

/** Ranges as they are written down, shown as the floors that they will be. */
export function RoomsStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { number } = useFormat()
  const { client } = useDesk()
  const { isBusy, failure, act } = useDeed()
  const { rooms: there, done } = props.progress
  const [text, setText] = useState('')
  const { parts, rooms, twice, wrong } = useMemo(() => roomsIn(text, there), [text, there])
  const isReady = parts.length > 0 && wrong.length === 0
  const addAll = async () => {
    try {
      for (const body of parts) await client.call('mailbox.add', { body })
      setText('')
    } finally {
      props.onChange()
    }
  }
  const add = () => act(addAll)
  /** What was typed is meant: whoever goes on without pressing Add does not lose it. */
  const goOn = () => {
    if (parts.length === 0 && wrong.length === 0) return props.onNext()
    if (!isReady || isBusy) return
    void act(async () => {
      await addAll()
      props.onNext()
    })
  }
  return (
    <main className="sheet">
      <div className="step">
        <StepHead step="rooms" title={said.roomsTitle} lead={said.roomsLead} />
        <label className="field">
          <span className="label">{said.roomsLabel}</span>
          <textarea
            className="input"
            rows={4}
            value={text}
            onChange={({ target }) => setText(target.value)}
            autoFocus
          />
        </label>
        {wrong.length === 0 ? null : <p className="refused s-bad">{said.roomsWrong(wrong[0] ?? '')}</p>}
        {twice.length === 0 ? null : (
          <p className="second" role="status">
            {said.roomsTwice(fewOf(twice))}
          </p>
        )}
        <Refused failure={failure} />
        <div>
          <Button look="main" asks disabled={isBusy || !isReady} onClick={() => void add()}>
            {said.roomsAdd}
          </Button>
        </div>
        <RoomTable onAdded={props.onChange} />
        <section aria-label={said.roomsLabel}>
          <h2>{text === '' ? said.roomsThere(number(there.length)) : said.roomsNew(number(rooms.length))}</h2>
          <Floors rooms={text === '' ? there : rooms} />
        </section>
      </div>
      <Foot
        {...props}
        asks={text.trim() !== ''}
        onNext={goOn}
        skip={said.roomsSkip}
        isDone={done.rooms || isReady}
      />
    </main>
  )
}

function Floors({ rooms }: { readonly rooms: readonly string[] }) {
  const said = useTexts(setupTexts)
  return floorsOf(rooms.slice(0, MOST_SHOWN)).map(([floor, own]) => (
    <div className="floor" key={floor}>
      <span className="second small">{floor === '' ? '' : said.floor(floor)}</span>
      <ul>
        {own.map((room) => (
          <li key={room}>{room}</li>
        ))}
      </ul>
    </div>
  ))
}
