import { type ReactNode, useId } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'
import { useOfPage } from './of-page.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: () => void
  readonly size?: number
}

export function Dialog({ title, children, onClose, size = 480 }: DialogProps) {
  const { close } = useTexts(commonTexts)
  const ofPage = useOfPage()
  const name = useId()
  return (
    <Modal className={`dialog-content ${ofPage}`} labelledBy={name} width={size} onClose={onClose}>
      <div className="dialog-header">
        <h2 className="dialog-title" id={name}>
          {title}
        </h2>
        {onClose === undefined ? null : (
          <button type="button" className="dialog-close" onClick={onClose} aria-label={close}>
            <Icon name="close" size="small" />
          </button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
    </Modal>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly children?: ReactNode
  /** Names the deed: "Cancel 2 calls", never "OK". */
  readonly deed: string
  readonly isDangerous?: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once, before what cannot be undone. */
export function Confirm({ title, children, deed, isDangerous = false, onYes, onNo }: ConfirmProps) {
  const { cancel } = useTexts(commonTexts)
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <div className="buttons">
        <Button onClick={onNo}>{cancel}</Button>
        <Button look={isDangerous ? 'danger' : 'main'} onClick={onYes} data-autofocus>
          {deed}
        </Button>
      </div>
    </Dialog>
  )
}
