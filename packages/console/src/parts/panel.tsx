import { type ReactNode, useEffect, useRef } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Icon } from './icon.tsx'
import { useOfPage } from './of-page.tsx'
import { usePageKeys } from './page-keys.ts'

/** What the address opens over a page. */
export interface PanelProps {
  /** What the address says of it. */
  readonly id: string
  readonly onClose: () => void
}

interface PanelFrameProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something that was opened, beside the page that it was opened from: both can be used. */
export function PanelFrame({ label, onClose, children }: PanelFrameProps) {
  const { close } = useTexts(commonTexts)
  const ofPage = useOfPage()
  const frame = useRef<HTMLElement>(null)
  usePageKeys([{ key: 'Escape', what: close, act: onClose }])
  useEffect(() => {
    const before = document.activeElement
    frame.current?.focus()
    return () => {
      // Whoever types elsewhere meanwhile types on there.
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside className={`panel ${ofPage}`} aria-label={label} ref={frame} tabIndex={-1}>
      {children}
      <button type="button" className="panel-close" onClick={onClose} aria-label={close}>
        <Icon name="close" />
      </button>
    </aside>
  )
}
