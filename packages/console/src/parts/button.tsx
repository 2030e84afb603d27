import { type ComponentProps, useId } from 'react'
import type { IconName } from '../look/icons.ts'
import { Icon } from './icon.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'main' | 'danger' | 'quiet' | undefined
  readonly icon?: IconName
  /** Why it cannot be pressed now. */
  readonly why?: string | undefined
}

export function Button({ look, icon, why, className, children, ...rest }: ButtonProps) {
  const reason = useId()
  const hindered = why === undefined ? {} : { disabled: true, title: why, 'aria-describedby': reason }
  return (
    <button
      type="button"
      className={['button', look, className].filter(Boolean).join(' ')}
      {...rest}
      {...hindered}
    >
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      {children}
      {why === undefined ? null : (
        <span id={reason} hidden>
          {why}
        </span>
      )}
    </button>
  )
}

interface ChipProps extends ComponentProps<'button'> {
  readonly on: boolean
}

/** One of several ways to look at a list. */
export const Chip = ({ on, children, ...rest }: ChipProps) => (
  <button type="button" className="chip" aria-pressed={on} {...rest}>
    {children}
  </button>
)

export const Key = (props: ComponentProps<'kbd'>) => <kbd className="key" {...props} />
