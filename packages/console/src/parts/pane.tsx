import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

interface PaneProps {
  readonly label: string
  /** What it belongs to: it stands beside it; on a phone it comes from below. */
  readonly beside: string
  readonly children: ReactNode
  readonly onClose: () => void
}

const GAP = 6
const EDGE = 12

/** A pane beside what was picked. The page behind it goes on: whoever picks another thing there gets that one's. */
export function Pane({ label, beside, children, onClose }: PaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place(pane.current, document.querySelector(beside)))
  useEffect(() => {
    pane.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }, [beside])
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (
        !(target instanceof Element) ||
        target.closest('.pane, [role=gridcell], .dialog-content, .toasts') !== null
      )
        return
      onClose()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [onClose])
  return (
    <div
      className="pane"
      ref={pane}
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Below it, or above where there is no room; never beyond the edge. */
function place(pane: HTMLElement | null, anchor: Element | null): void {
  if (pane === null) return
  const at = anchor?.getBoundingClientRect() ?? { left: EDGE, top: 100, bottom: 100 }
  const { offsetWidth: width, offsetHeight: height } = pane
  const isAbove = at.bottom + GAP + height > innerHeight - EDGE && at.top - GAP - height > EDGE
  const top = isAbove ? at.top - GAP - height : Math.min(at.bottom + GAP, innerHeight - EDGE - height)
  pane.style.setProperty('--left', `${Math.max(EDGE, Math.min(at.left, innerWidth - EDGE - width))}px`)
  pane.style.setProperty('--top', `${Math.max(EDGE, top)}px`)
}
