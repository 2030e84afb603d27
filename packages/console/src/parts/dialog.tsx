import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { useOfPage } from './of-page.tsx'

/** Asked for once the page stands, so that it is there before anybody opens one. */
export const bringDialogs = () => import('./modal.tsx')
const ModalPane = lazy(bringDialogs)

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: () => void
  readonly size?: number
}

export function Dialog({ title, children, onClose, size = 480 }: DialogProps) {
  const ofPage = useOfPage()
  useWayBack()
  return (
    <Suspense fallback={null}>
      <ModalPane title={title} onClose={onClose} size={size} ofPage={ofPage}>
        {children}
      </ModalPane>
    </Suspense>
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
