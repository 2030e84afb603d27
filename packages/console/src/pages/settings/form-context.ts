import { createContext } from 'react'
import type { Failure } from '../../kernel/failure.ts'
import type { Drafts, FormField, Mistake } from '../../hotel/settings/fields.ts'
import type { Risk } from '../../hotel/settings/risks.ts'

interface Named {
  readonly value: string
  readonly word: string
}

/** What the fields of a form know of the form around them. */
export interface FormState {
  /** What the server says is wrong, by field. */
  readonly mistakes: ReadonlyMap<string, Mistake>
  /** What may be saved as it is written, and is hardly ever meant, by field. */
  readonly risks: ReadonlyMap<string, Risk>
  /** Shows what the server says of a trial at its fields; false: it says nothing of any. Null: it is tried again. */
  readonly refuse: (failure: Failure | null) => boolean
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
  risks: new Map(),
  refuse: () => false,
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
