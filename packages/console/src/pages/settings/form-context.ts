import { createContext } from 'react'
import type { Mistake } from '../../hotel/settings/fields.ts'

interface Named {
  readonly value: string
  readonly word: string
}

/** What the fields of a form know of the form around them. */
export interface FormState {
  /** What the server says is wrong, by field. */
  readonly mistakes: ReadonlyMap<string, Mistake>
  /** Fields that somebody has been in: these are checked here. */
  readonly left: ReadonlySet<string>
  readonly leave: (path: string) => void
  /** Fields that cannot be changed any more. */
  readonly locked: readonly string[]
  readonly hidden: readonly string[]
  readonly tenants: readonly Named[]
  readonly categories: readonly Named[]
  /** Whether a secret is set; null: that is not told. */
  readonly isSet: (name: string) => boolean | null
}

export const FormContext = createContext<FormState>({
  mistakes: new Map(),
  left: new Set(),
  leave: () => {},
  locked: [],
  hidden: [],
  tenants: [],
  categories: [],
  isSet: () => null,
})
