import { useState } from 'react'
import { alarmTexts } from '../texts/alarms.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
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
  const { cancel } = useTexts(commonTexts)
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
        <div className="buttons end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look="main" asks>
            {said.know}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
