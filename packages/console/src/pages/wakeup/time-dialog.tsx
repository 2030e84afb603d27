import { useState } from 'react'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts/speech.ts'
import { wakeupTexts } from './texts.ts'

interface TimeDialogProps {
  /** As the interface writes it: in the hotel's time. */
  readonly scheduled: string
  readonly onClose: () => void
  /** YYYYMMDD and HHMM */
  readonly onTime: (date: string, time: string) => void
}

/** Another time for a call; the day may be another, too. */
export function TimeDialog({ scheduled, onClose, onTime }: TimeDialogProps) {
  const said = useTexts(wakeupTexts)
  const [time, setTime] = useState(scheduled.slice(11, 16))
  const [day, setDay] = useState(scheduled.slice(0, 10))
  return (
    <Dialog title={said.changeTime} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onTime(day.replaceAll('-', ''), time.replace(':', ''))
        }}
      >
        <Field
          label={said.newTime}
          type="time"
          value={time}
          required
          onChange={({ target }) => setTime(target.value)}
          data-autofocus
        />
        <Field
          label={said.newDay}
          type="date"
          value={day}
          required
          onChange={({ target }) => setDay(target.value)}
        />
        <DialogEnd deed={said.changeTime} onClose={onClose} />
      </form>
    </Dialog>
  )
}
