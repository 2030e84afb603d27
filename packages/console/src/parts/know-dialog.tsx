import { useState } from 'react'
import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { DialogEnd } from './dialog-end.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface KnowDialogProps {
  /** Whose alarms they are; empty where one is of no room. */
  readonly rooms: readonly string[]
  readonly onClose: () => void
  readonly onKnow: (note: string) => void
}

/** Somebody knows of an alarm, and may say what is done about it. */
export function KnowDialog({ rooms, onClose, onKnow }: KnowDialogProps) {
  const said = useTexts(alarmTexts)
  const [note, setNote] = useState('')
  const whose = rooms.filter((room) => room !== '').join(', ')
  return (
    <Dialog title={whose === '' ? said.know : said.knowOf(whose)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onKnow(note)
        }}
      >
        <Field
          label={said.note}
          value={note}
          maxLength={500}
          onChange={({ target }) => setNote(target.value)}
          data-autofocus
        />
        <DialogEnd deed={said.know} onClose={onClose} />
      </form>
    </Dialog>
  )
}
