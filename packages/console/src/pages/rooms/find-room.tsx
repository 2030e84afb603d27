import { type FormEvent, useState } from 'react'
import { type ShownRoom, typedRoom } from '../../hotel/board.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'

interface FindRoomProps {
  readonly rooms: readonly ShownRoom[]
  readonly onFound: (key: string) => void
}

/** On a board of which only some rooms are on the page, in the place of the browser's search; there, it is its own. */
export function FindRoom({ rooms, onFound }: FindRoomProps) {
  const said = useTexts(boardTexts)
  const [isOpen, setOpen] = useState(false)
  usePageKeys(
    isOpen ? [] : [{ key: 'Ctrl+f', what: said.findRoom, deed: 'search', act: () => setOpen(true) }],
  )
  if (!isOpen) return null
  const close = () => setOpen(false)
  return (
    <Dialog title={said.findRoom} onClose={close} size={400} keepsNothing>
      <NumberForm
        rooms={rooms}
        onFound={(key) => {
          close()
          onFound(key)
        }}
      />
    </Dialog>
  )
}

function NumberForm({ rooms, onFound }: FindRoomProps) {
  const said = useTexts(boardTexts)
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = typed === '' ? undefined : typedRoom(rooms, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (found !== undefined) onFound(found.key)
  }
  return (
    <form className="find-room" onSubmit={submit}>
      <Field
        label={said.number}
        hint={said.findWhy(rooms.length)}
        wrong={typed !== '' && found === undefined ? said.notFound : null}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="buttons">
        <Button look="main" type="submit" disabled={found === undefined}>
          {found === undefined ? said.show : said.showRoom(found.record.number)}
        </Button>
      </div>
    </form>
  )
}
