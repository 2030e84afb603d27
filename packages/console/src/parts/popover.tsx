import { Popover as Floating } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'

interface PopoverProps {
  readonly label: string
  /** The button that opens it, by what it is given. */
  readonly opener: (toggle: () => void) => ReactElement
  readonly children: (close: () => void) => ReactNode
}

/** A small pane beside the button that opened it. */
export function Popover({ label, opener, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Floating
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal={false}
      transitionProps={{ duration: 120 }}
    >
      <Floating.Target>{opener(() => setOpen(!isOpen))}</Floating.Target>
      <Floating.Dropdown className="popover" aria-label={label}>
        {children(() => setOpen(false))}
      </Floating.Dropdown>
    </Floating>
  )
}
