import { createContext } from 'react'
import type { Drafts, FormField, Mistake } from '../../hotel/settings/fields.ts'

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
  /** Nothing of it is stored yet. */
  readonly isNew: boolean
  /** Whether a secret is stored; `beside`: what is written in the fields that stand with it. */
  readonly isSet: (path: string, beside: Drafts) => boolean
  /** Whether the house can do without what is stored there. */
  readonly canGo: (field: FormField, path: string) => boolean
  /** Another one each time that the form shows what is stored again. */
  readonly version: number
}

export const FormContext = createContext<FormState>({
  mistakes: new Map(),
  left: new Set(),
  leave: () => {},
  locked: [],
  hidden: [],
  tenants: [],
  categories: [],
  isNew: true,
  isSet: () => false,
  canGo: () => false,
  version: 0,
})
