import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { stayIn, tabbedIn } from './focus.ts'

interface ModalProps {
  readonly className: string
  /** Its name, or the element that says it. */
  readonly label?: string
  readonly labelledBy?: string
  readonly width: number
  /** Below the head of the page, where what it finds grows downwards. */
  readonly isHigh?: boolean
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
}

/**
 * What lies over the page until it is answered. Not the browser's own `dialog`: that one makes everything else deaf and
 * mute, also an alarm, and the word that something was done.
 */
export function Modal({
  className,
  label,
  labelledBy,
  width,
  isHigh = false,
  onClose,
  children,
}: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  useEscape(content, onClose)
  useFocus(content)
  return createPortal(
    <div className={isHigh ? 'modal high' : 'modal'}>
      {/* Whoever misses it does not lose the place where they type. */}
      <div className="veil" onMouseDown={(event) => event.preventDefault()} onClick={onClose} />
      <div
        className={className}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        aria-labelledby={labelledBy}
        tabIndex={-1}
        ref={content}
        style={{ width }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') stayIn(content.current, event)
        }}
        // To React it lies in whatever opened it: a form in it must not send the one below it as well.
        onSubmit={(event) => event.stopPropagation()}
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}

type Content = RefObject<HTMLDivElement | null>

/** Of several the uppermost, wherever the keyboard is; and nothing below it hears of it. */
function useEscape(content: Content, onClose: (() => void) | undefined): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const uppermost = [...document.querySelectorAll('.modal > [role=dialog]')].at(-1)
      if (event.key !== 'Escape' || event.isComposing || content.current !== uppermost) return
      event.stopPropagation()
      latest.current?.()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [content])
}

/** Whoever opens it can type at once; whoever closes it stands where they stood, unless they were led elsewhere. */
function useFocus(content: Content): void {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const { current } = content
    if (current === null || current.contains(document.activeElement)) return
    const first =
      current.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? tabbedIn(current)[0]
    ;(first ?? current).focus({ preventScroll: true })
  }, [content])
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body
      if (isNowhere && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
