import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

export interface FieldWords {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with it, in words, beside it. */
  readonly wrong?: string | null
  readonly className?: string | undefined
  /** Nothing is saved without it. */
  readonly isNeeded?: boolean
}

/** What a control needs so that its label, hint and mistake are heard with it. */
interface Control {
  readonly id: string
  readonly required?: true
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A control between its label and what is said of it. */
export function Labelled({
  label,
  hint,
  wrong = null,
  className,
  isNeeded = false,
  children,
}: FieldWords & { readonly children: (control: Control) => ReactNode }) {
  const id = useId()
  const about = [hint === undefined ? '' : `${id}-hint`, wrong === null ? '' : `${id}-wrong`]
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={isNeeded ? 'needed' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(isNeeded ? { required: true } : {}),
        'aria-invalid': wrong !== null,
        'aria-describedby': about.filter(Boolean).join(' ') || undefined,
      })}
      {wrong === null ? null : (
        <span className="wrong" id={`${id}-wrong`}>
          <Icon name="alarms" size="tiny" />
          {wrong}
        </span>
      )}
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
