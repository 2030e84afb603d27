import { type ReactNode, useState } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { DialogEnd } from './dialog-end.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface TypedConfirmProps {
  readonly title: string
  readonly children?: ReactNode
  /** What must be typed: nobody does this by mistake. */
  readonly name: string
  readonly deed: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks for the name of what is about to go. */
export function TypedConfirm({ title, children, name, deed, onYes, onNo }: TypedConfirmProps) {
  const { typeName } = useTexts(commonTexts)
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  return (
    <Dialog title={title} onClose={onNo} keepsNothing>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) onYes()
        }}
      >
        {children}
        <Field
          label={typeName(name)}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          data-autofocus
        />
        <DialogEnd deed={deed} look="danger" isReady={isRight} onClose={onNo} />
      </form>
    </Dialog>
  )
}
