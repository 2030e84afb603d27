import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'

const DRESS = {
  content: 'dialog-content',
  header: 'dialog-header',
  title: 'dialog-title',
  body: 'dialog-body',
}

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: () => void
  readonly size?: number
}

export function Dialog({ title, children, onClose, size = 480 }: DialogProps) {
  const { close } = useTexts(commonTexts)
  return (
    <Modal
      opened
      centered
      lockScroll={false}
      onClose={onClose ?? (() => {})}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      closeButtonProps={{ 'aria-label': close }}
      title={title}
      size={size}
      transitionProps={{ duration: 120 }}
      classNames={DRESS}
    >
      {children}
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
