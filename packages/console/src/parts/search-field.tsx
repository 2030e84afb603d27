import type { ComponentProps } from 'react'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** What is looked for: it stands in the empty field, and is its name. */
  readonly label: string
}

/** A field that makes a list shorter. */
export const SearchField = ({ label, className = '', ...input }: SearchFieldProps) => (
  <input className={`input ${className}`} type="search" aria-label={label} placeholder={label} {...input} />
)
