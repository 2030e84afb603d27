import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with it, in words, beside it. */
  readonly wrong?: string | null
}

export function Field({ label, hint, wrong = null, className, ...input }: FieldProps) {
  const id = useId()
  const about = [hint === undefined ? '' : `${id}-hint`, wrong === null ? '' : `${id}-wrong`]
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        {...input}
        id={id}
        aria-invalid={wrong !== null}
        aria-describedby={about.filter(Boolean).join(' ') || undefined}
      />
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong === null ? null : (
        <span className="wrong" id={`${id}-wrong`}>
          <Icon name="alarms" size="tiny" />
          {wrong}
        </span>
      )}
    </div>
  )
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly children: ReactNode
}

export const Tick = ({ children, ...input }: TickProps) => (
  <label className="tick">
    <input type="checkbox" {...input} />
    {children}
  </label>
)
