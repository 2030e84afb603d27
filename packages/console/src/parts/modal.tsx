import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Mantle } from './mantle.tsx'

const dress = (ofPage: string) => ({
  content: `dialog-content ${ofPage}`,
  title: 'dialog-title',
  body: 'dialog-body',
})

interface ModalPaneProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: (() => void) | undefined
  readonly size: number
  readonly ofPage: string
}

/** What a dialog is drawn with. It comes after the page, which nobody needs it for. */
export default function ModalPane({ title, children, onClose, size, ofPage }: ModalPaneProps) {
  const { close } = useTexts(commonTexts)
  const isOptional = onClose !== undefined
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
