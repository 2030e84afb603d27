import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { stayIn, tabbedIn } from './focus.ts'

interface Opener {
  readonly 'aria-haspopup'?: 'dialog'
  readonly 'aria-expanded'?: boolean
}

interface PopoverProps {
  readonly label: string
  /** The button that opens it, by what it is given. */
  readonly opener: (toggle: () => void) => ReactElement<Opener>
  readonly children: (close: () => void) => ReactNode
}

/** A small pane beside the button that opened it. */
export function Popover({ label, opener, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const close = () => setOpen(false)
  useOutside(place, isOpen, close)
  return (
    <span className="popover-place" ref={place}>
      {cloneElement(
        opener(() => setOpen(!isOpen)),
        { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen },
      )}
      {isOpen ? (
        <Pane label={label} onClose={close}>
          {children(close)}
        </Pane>
      ) : null}
    </span>
  )
}

/** Whoever touches something else has done with it. */
function useOutside(place: RefObject<HTMLElement | null>, isOpen: boolean, leave: () => void): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const look = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) === false) latest.current()
    }
    document.addEventListener('pointerdown', look)
    return () => document.removeEventListener('pointerdown', look)
  }, [place, isOpen])
}

/** From the edge of the screen. */
const EDGE = 8

interface PaneProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** As long as it is open, the keyboard stays in it. */
function Pane({ label, onClose, children }: PaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = pane
    if (current === null) return undefined
    const before = document.activeElement
    const { left, top } = current.getBoundingClientRect()
    if (left < EDGE) current.style.translate = `${EDGE - left}px`
    current.style.maxHeight = `${innerHeight - top - EDGE}px`
    tabbedIn(current)[0]?.focus()
    return () => {
      if (current.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Tab') stayIn(pane.current, event)
  }
  return (
    <div className="popover" role="dialog" aria-label={label} ref={pane} onKeyDown={press}>
      {children}
    </div>
  )
}
