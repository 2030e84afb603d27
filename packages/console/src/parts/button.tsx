import type { ComponentProps } from 'react'
import type { IconName } from '../look/icons.ts'
import { Icon } from './icon.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'main' | 'danger' | 'quiet' | undefined
  readonly icon?: IconName
}

export const Button = ({ look, icon, className, children, ...rest }: ButtonProps) => (
  <button type="button" className={['button', look, className].filter(Boolean).join(' ')} {...rest}>
    {icon === undefined ? null : <Icon name={icon} size="small" />}
    {children}
  </button>
)

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
