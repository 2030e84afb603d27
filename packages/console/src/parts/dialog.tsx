import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Mantle } from './mantle.tsx'
import { useOfPage } from './of-page.tsx'

const dress = (ofPage: string) => ({
  content: `dialog-content ${ofPage}`,
  title: 'dialog-title',
  body: 'dialog-body',
})

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
  const isOptional = onClose !== undefined
  useWayBack()
  // Mantine's own head is a landmark of the page, of which there is one already.
  return (
    <Mantle>
      <Modal.Root
        opened
        centered
        lockScroll={false}
        onClose={onClose ?? (() => {})}
        closeOnEscape={isOptional}
        closeOnClickOutside={isOptional}
        size={size}
        transitionProps={{ duration: 120 }}
        classNames={dress(ofPage)}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div className="dialog-header">
            <Modal.Title>{title}</Modal.Title>
            {isOptional ? <Modal.CloseButton aria-label={close} /> : null}
          </div>
          <Modal.Body>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Mantle>
  )
}

/** Whoever closes it stands where they stood, unless they were led elsewhere. Mantine knows only of dialogs that stay. */
function useWayBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
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
