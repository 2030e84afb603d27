import type { ComponentProps, ReactNode } from 'react'
import { Labelled, type FieldWords } from './labelled.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldWords

export const Field = ({ label, hint, wrong, className, isNeeded = false, ...input }: FieldProps) => (
  <Labelled {...{ label, hint, className, isNeeded }} wrong={wrong ?? null}>
    {(control) => (
      <input
        className="input"
        {...input}
        {...control}
        aria-invalid={input['aria-invalid'] ?? control['aria-invalid']}
      />
    )}
  </Labelled>
)

type LinesProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FieldWords

/** Text of several lines. */
export const Lines = ({ label, hint, wrong, className, isNeeded = false, ...area }: LinesProps) => (
  <Labelled {...{ label, hint, className, isNeeded }} wrong={wrong ?? null}>
    {(control) => <textarea className="input lines" rows={3} {...area} {...control} />}
  </Labelled>
)

interface PickerProps extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'>, FieldWords {
  readonly options: readonly { readonly value: string; readonly word: string }[]
}

/** One of several, of which only the chosen one is in sight. */
export const Picker = ({
  label,
  hint,
  wrong,
  className,
  isNeeded = false,
  options,
  ...select
}: PickerProps) => (
  <Labelled {...{ label, hint, className, isNeeded }} wrong={wrong ?? null}>
    {(control) => (
      <select className="input" {...select} {...control}>
        {options.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

interface TickProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly children: ReactNode
}

export const Tick = ({ children, ...input }: TickProps) => (
  <label className="tick">
    <input type="checkbox" {...input} />
    {children}
  </label>
)
