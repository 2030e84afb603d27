import { type ComponentProps, useId } from 'react'
import type { IconName } from '../look/icons.ts'
import { Icon } from './icon.tsx'
import { useWhyNot } from './why-not.ts'

interface BareButtonProps extends ComponentProps<'button'> {
  /** Why it cannot be pressed now. */
  readonly why?: string | undefined
  /** What it does is asked of the server: it cannot be pressed while nobody would answer. */
  readonly asks?: boolean
}

/** Without a look of its own. The reason that it has itself comes before that nobody answers. */
export function BareButton({ why, asks = false, children, ...rest }: BareButtonProps) {
  const id = useId()
  const unanswered = useWhyNot()
  const reason = why ?? (asks ? unanswered : undefined)
  const hindered = reason === undefined ? {} : { disabled: true, title: reason, 'aria-describedby': id }
  return (
    <button type="button" {...rest} {...hindered}>
      {children}
      {reason === undefined ? null : (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </button>
  )
}

interface ButtonProps extends BareButtonProps {
  readonly look?: 'main' | 'danger' | 'quiet' | undefined
  readonly icon?: IconName
}

export const Button = ({ look, icon, className, children, ...rest }: ButtonProps) => (
  <BareButton className={['button', look, className].filter(Boolean).join(' ')} {...rest}>
    {icon === undefined ? null : <Icon name={icon} size="small" />}
    {children}
  </BareButton>
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
