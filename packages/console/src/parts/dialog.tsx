import { type ReactNode, useId, useRef, useState } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'
import { useOfPage } from './of-page.tsx'
import { useWritten } from './written.ts'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: () => void
  readonly size?: number
  /** What is typed here is worth nothing once it is closed: a name that is asked for, a PIN. */
  readonly keepsNothing?: boolean
}

/** Closed by the way, with Esc or beside it, it asks first where somebody has written something. */
export function Dialog({ title, children, onClose, size = 480, keepsNothing = false }: DialogProps) {
  const { close } = useTexts(commonTexts)
  const ofPage = useOfPage()
  const name = useId()
  const body = useRef<HTMLDivElement>(null)
  const isWritten = useWritten(body)
  const [isLeaving, setLeaving] = useState(false)
  const leave =
    onClose === undefined ? undefined : () => (!keepsNothing && isWritten() ? setLeaving(true) : onClose())
  return (
    <>
      <Modal className={`dialog-content ${ofPage}`} labelledBy={name} width={size} onClose={leave}>
        <div className="dialog-header">
          <h2 className="dialog-title" id={name}>
            {title}
          </h2>
          {leave === undefined ? null : (
            <button type="button" className="dialog-close" onClick={leave} aria-label={close}>
              <Icon name="close" size="small" />
            </button>
          )}
        </div>
        <div className="dialog-body" ref={body}>
          {children}
        </div>
      </Modal>
      {isLeaving && onClose !== undefined ? <GiveUp onYes={onClose} onNo={() => setLeaving(false)} /> : null}
    </>
  )
}

/** Before what somebody has written goes with the dialog. */
function GiveUp({ onYes, onNo }: { readonly onYes: () => void; readonly onNo: () => void }) {
  const said = useTexts(commonTexts)
  return (
    <Dialog title={said.halfWritten} onClose={onNo}>
      <div className="buttons">
        <Button onClick={onYes}>{said.giveUp}</Button>
        <Button look="main" onClick={onNo} data-autofocus>
          {said.writeOn}
        </Button>
      </div>
    </Dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly children?: ReactNode
  /** Names the deed: "Cancel 2 calls", never "OK". */
  readonly deed: string
  readonly isDangerous?: boolean
  /** It is asked of the server. */
  readonly asks?: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once, before what cannot be undone. */
export function Confirm({
  title,
  children,
  deed,
  isDangerous = false,
  asks = false,
  onYes,
  onNo,
}: ConfirmProps) {
  const { cancel } = useTexts(commonTexts)
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <div className="buttons">
        <Button onClick={onNo}>{cancel}</Button>
        <Button look={isDangerous ? 'danger' : 'main'} asks={asks} onClick={onYes} data-autofocus>
          {deed}
        </Button>
      </div>
    </Dialog>
  )
}
