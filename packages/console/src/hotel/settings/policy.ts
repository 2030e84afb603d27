import {
  type Draft,
  type Drafts,
  type FormField,
  isDrafts,
  isThing,
  textOfValue,
  textValue,
  type Thing,
  valueOf,
} from './fields.ts'

/** The fields of a tenant's policy: where nothing is written, what the site has holds, and a flag has a third state. */
export const fieldsOver = (fields: readonly FormField[], site: Thing): readonly FormField[] =>
  fields.map((field) => fieldOver(field, site[field.name]))

function fieldOver(field: FormField, value: unknown): FormField {
  if (field.kind === 'group')
    return { ...field, fields: fieldsOver(field.fields, isThing(value) ? value : {}) }
  if (field.kind === 'groups')
    return { ...field, isSites: true, sites: Array.isArray(value) ? value.filter(isThing) : [] }
  const held = textOfValue(value) || field.fallback
  if (held === undefined) return field
  const over = { ...field, fallback: held, isSites: true } as const
  return over.kind === 'flag'
    ? { ...over, kind: 'choice', choices: ['true', 'false'], isNumber: false, isFlag: true }
    : over
}

/** What holds by a form: what is written, or else what holds where nothing is. */
export const heldBy = (fields: readonly FormField[], drafts: Drafts): Thing =>
  Object.fromEntries(fields.map((field) => [field.name, heldIn(field, drafts[field.name])]))

function heldIn(field: FormField, draft: Draft | undefined): unknown {
  if (field.kind === 'group') return heldBy(field.fields, isDrafts(draft) ? draft : {})
  const written = valueOf(field, draft)
  if (field.kind === 'groups') return written ?? field.sites ?? []
  return written ?? (field.fallback === undefined ? undefined : textValue(field, field.fallback))
}

/** As the contract says it of the method for VIP rooms. */
const AS_METHOD = 'as method'

/** The same of a policy, as a call is carried out by it: VIP rooms have the method of the others unless another is set. */
export function policyHeld(fields: readonly FormField[], drafts: Drafts): Thing {
  const held = heldBy(fields, drafts)
  return held['vipMethod'] === AS_METHOD ? { ...held, vipMethod: held['method'] } : held
}
