import type { FieldName, Hint } from './forms.gen.ts'

interface Limits {
  readonly short?: number
  readonly long?: number
  readonly pattern?: string
  /** What the pattern is called. */
  readonly shape?: string
  readonly example?: string
}

interface Named {
  readonly name: FieldName
  readonly required?: boolean
  readonly hint: Hint
  /** What holds when nothing is written. */
  readonly fallback?: string
  /** Of a tenant's form: what holds there is the site's own value. */
  readonly isSites?: boolean
}

/** A field of a form, as the contract describes it. */
export type FormField = Named &
  (
    | ({ readonly kind: 'text' | 'lines' | 'secret' } & Limits)
    | ({ readonly kind: 'texts'; readonly few?: number; readonly most?: number } & Limits)
    | ({ readonly kind: 'pairs'; readonly of?: string; readonly choices?: readonly string[] } & Limits)
    | { readonly kind: 'number'; readonly low?: number; readonly high?: number }
    | { readonly kind: 'flag' }
    | {
        readonly kind: 'choice'
        readonly choices: readonly string[]
        readonly isNumber: boolean
        /** A flag that may be left as it is elsewhere. */
        readonly isFlag?: boolean
      }
    | { readonly kind: 'choices'; readonly choices: readonly string[] }
    | { readonly kind: 'group'; readonly fields: readonly FormField[] }
    | {
        readonly kind: 'groups'
        readonly fields: readonly FormField[]
        readonly most?: number
        /** What the site has, which holds while there are none. */
        readonly sites?: readonly Thing[]
      }
    | { readonly kind: 'fixed'; readonly is: string }
  )

/** What is wrong with a field; the codes are the server's. */
export interface Mistake {
  readonly code: string
  readonly limit?: number
  readonly shape?: string
  readonly thing?: string
  /** The server's own sentence, in English. */
  readonly description?: string
}

/** As it stands in the form: texts mostly, `null` for a secret that is to be taken away. */
export type Draft = string | boolean | null | readonly string[] | Drafts | readonly Drafts[]
export interface Drafts {
  readonly [name: string]: Draft | undefined
}

export type Thing = Readonly<Record<string, unknown>>

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOfValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

const isOn = (text: string | undefined) => text === 'true'

/** Right as they are in nearly every house: how patiently something is sent, ways around, details of the wire. */
const RARE: readonly FieldName[] = [
  'retry',
  'timeout',
  'previousSecret',
  'previousSecretUntil',
  'headers',
  'proxy',
  'proxyUsername',
  'proxyPassword',
  'ca',
  'certificate',
  'privateKey',
  'parallel',
  'negative',
  'latestOnly',
  'family',
  'codepage',
  'outlets',
  'decimals',
  'registrar',
  'expires',
  'assertedIdentity',
  'reliable',
  'codecs',
  'inBandKeys',
  'nat',
  'redirects',
  'srtp',
]
/** A form that is short anyway folds nothing away. */
const SHORT = 12

const rank = ({ name, required }: FormField) => (required === true ? 0 : name === 'disabled' ? 2 : 1)

/** What must be written stands first; of a long form, what is seldom touched stands apart. */
export function arranged(fields: readonly FormField[]): {
  readonly usual: readonly FormField[]
  readonly rare: readonly FormField[]
} {
  const isRare = ({ name }: FormField) => fields.length > SHORT && RARE.includes(name)
  return {
    usual: fields.filter((field) => !isRare(field)).toSorted((one, other) => rank(one) - rank(other)),
    rare: fields.filter(isRare),
  }
}

/** What a form never shows is nothing that anybody could mend. */
export const shownOf = (fields: readonly FormField[], hidden: readonly string[]): readonly FormField[] =>
  fields.filter(({ name }) => !hidden.includes(name))

/** Where something is written in one of these, or stored: they are not hidden. */
export const isTouched = (fields: readonly FormField[], drafts: Drafts): boolean =>
  isChanged(draftsOf(fields, {}), Object.fromEntries(fields.map(({ name }) => [name, drafts[name]])))

/** A field as the form shows what is stored. */
export function draftOf(field: FormField, value: unknown): Draft {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : isOn(field.fallback)
    case 'choices':
      return Array.isArray(value) ? value.map(textOfValue) : []
    case 'texts':
      return Array.isArray(value) ? value.map(textOfValue).join('\n') : ''
    case 'pairs':
      return isThing(value) ? pairLines(value) : ''
    case 'group':
      return draftsOf(field.fields, isThing(value) ? value : {})
    case 'groups':
      return Array.isArray(value) ? value.filter(isThing).map((one) => draftsOf(field.fields, one)) : []
    case 'fixed':
      return field.is
    case 'secret':
      return ''
    case 'choice':
    case 'lines':
    case 'number':
    case 'text':
      return textOfValue(value)
  }
}

export const draftsOf = (fields: readonly FormField[], thing: Thing): Drafts =>
  Object.fromEntries(fields.map((field) => [field.name, draftOf(field, thing[field.name])]))

const pairLines = (pairs: Thing) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}: ${textOfValue(value)}`)
    .join('\n')

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function pairsOf(text: string): Thing {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(':')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

export const isDrafts = (draft: Draft | undefined): draft is Drafts =>
  typeof draft === 'object' && draft !== null && !Array.isArray(draft)

const isGroups = (draft: Draft | undefined): draft is readonly Drafts[] => Array.isArray(draft)

/** What a house need not have is left out as a whole, as long as nothing is written in it: it lacks nothing then. */
const isLeftOut = (field: FormField & { kind: 'group' }, drafts: Drafts): boolean =>
  field.required !== true &&
  field.fields.some(({ required }) => required === true) &&
  !isTouched(field.fields, drafts)

const isAsSite = (field: FormField, draft: readonly Drafts[]): boolean =>
  field.isSites === true && draft.length === 0

/** What the server is sent for a field; undefined where nothing is written in it. */
export function valueOf(field: FormField, draft: Draft | undefined): unknown {
  if (draft === null) return null
  if (field.kind === 'group')
    return isDrafts(draft) && !isLeftOut(field, draft) ? wholeOf(field.fields, draft) : undefined
  if (field.kind === 'groups')
    return isGroups(draft) && !isAsSite(field, draft)
      ? draft.map((one) => wholeOf(field.fields, one))
      : undefined
  if (typeof draft === 'boolean' || Array.isArray(draft)) return draft
  if (typeof draft !== 'string' || draft === '') return undefined
  return textValue(field, draft)
}

/** What is a decimal may be written as in German, `8,50`. */
const DECIMALS: readonly string[] = ['price', 'rate']

const plainText = (field: FormField, text: string): string =>
  field.kind === 'text' && DECIMALS.includes(field.shape ?? '') ? text.trim().replace(',', '.') : text

/** What a text stands for, in the type that the server wants. */
export function textValue(field: FormField, text: string): unknown {
  if (field.kind === 'texts') return linesOf(text)
  if (field.kind === 'pairs') return pairsOf(text)
  if (field.kind === 'choice' && field.isFlag === true) return isOn(text)
  const isNumber = field.kind === 'number' || (field.kind === 'choice' && field.isNumber)
  return isNumber && /^-?\d+$/.test(text) ? Number(text) : plainText(field, text)
}

/** All that is written in a form. */
export function wholeOf(fields: readonly FormField[], drafts: Drafts): Thing {
  const said = fields.map((field) => [field.name, valueOf(field, drafts[field.name])] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== undefined && value !== null))
}

/** All of something new, without what was left as it is. */
export function newOf(fields: readonly FormField[], drafts: Drafts): Thing {
  const whole = changesOf(fields, draftsOf(fields, {}), drafts, { takesNull: [] })
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface Manner {
  /** Fields that `null` takes away when they are emptied; the others by an empty text. */
  readonly takesNull: 'all' | readonly string[]
}

/** What has changed, field by field, within groups as well. */
export function changesOf(fields: readonly FormField[], before: Drafts, now: Drafts, manner: Manner): Thing {
  const changes = fields.flatMap((field) => {
    const [was, is] = [before[field.name], now[field.name]]
    if (isSame(was, is)) return []
    if (field.kind === 'group' && isDrafts(was) && isDrafts(is) && !isLeftOut(field, is))
      return [[field.name, groupChanges(field, was, is, manner)] as const]
    const value = valueOf(field, is)
    return [[field.name, value ?? emptied(field, manner)] as const]
  })
  return Object.fromEntries(changes)
}

/** Of a group, what it cannot do without is told with any change of it: the server may take such a one as a whole only. */
function groupChanges(
  { fields }: FormField & { kind: 'group' },
  was: Drafts,
  is: Drafts,
  manner: Manner,
): Thing {
  const needed = fields.filter(({ required }) => required === true)
  return { ...wholeOf(needed, is), ...changesOf(fields, was, is, manner) }
}

const emptied = ({ name, kind }: FormField, { takesNull }: Manner) =>
  takesNull === 'all' || takesNull.includes(name) ? null : kind === 'texts' ? [] : ''

/** What somebody wrote, over what somebody else stored meanwhile: only the fields that they changed themselves. */
export function mergedOf(fields: readonly FormField[], before: Drafts, mine: Drafts, theirs: Drafts): Drafts {
  const merged = fields.map((field) => {
    const [was, own, other] = [before[field.name], mine[field.name], theirs[field.name]]
    if (field.kind === 'group' && isDrafts(was) && isDrafts(own) && isDrafts(other))
      return [field.name, mergedOf(field.fields, was, own, other)] as const
    return [field.name, isSame(was, own) ? other : own] as const
  })
  return Object.fromEntries(merged)
}

export const isChanged = (before: Drafts, now: Drafts): boolean => !isSame(before, now)

/** What is wrong with what is written, as far as the page can tell. */
export function mistakeIn(field: FormField, draft: Draft | undefined): Mistake | null {
  if (typeof draft !== 'string') return null
  if (draft === '') return field.required === true ? { code: 'field.missing' } : null
  if (field.kind === 'number') return numberMistake(field, draft)
  if (field.kind === 'texts') return firstOf(linesOf(draft).map((line) => textMistake(field, line)))
  if (field.kind === 'pairs')
    return firstOf(Object.values(pairsOf(draft)).map((one) => pairMistake(field, textOfValue(one))))
  if (field.kind === 'text' || field.kind === 'lines' || field.kind === 'secret')
    return textMistake(field, plainText(field, draft))
  return null
}

const firstOf = (all: readonly (Mistake | null)[]) => all.find((one) => one !== null) ?? null

function numberMistake({ low, high }: FormField & { kind: 'number' }, text: string): Mistake | null {
  if (!/^-?\d+$/.test(text)) return { code: 'field.type', shape: 'integer' }
  const value = Number(text)
  if (low !== undefined && value < low) return { code: 'field.low', limit: low }
  if (high !== undefined && value > high) return { code: 'field.high', limit: high }
  return null
}

const pairMistake = (field: FormField & { kind: 'pairs' }, value: string): Mistake | null =>
  field.choices === undefined
    ? textMistake(field, value)
    : field.choices.includes(value)
      ? null
      : { code: 'field.choice' }

function textMistake({ short = 0, long, pattern, shape }: Limits, text: string): Mistake | null {
  if (text.length < short) return { code: 'field.short', limit: short }
  if (long !== undefined && text.length > long) return { code: 'field.long', limit: long }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return { code: 'field.shape', ...(shape === undefined ? {} : { shape }) }
  return null
}

/** Every mistake of a form, by its path. */
export function mistakesIn(
  fields: readonly FormField[],
  drafts: Drafts,
  path = '',
): ReadonlyMap<string, Mistake> {
  const found = fields.flatMap((field): (readonly [string, Mistake])[] => {
    const place = path === '' ? field.name : `${path}.${field.name}`
    const draft = drafts[field.name]
    if (field.kind === 'group' && isDrafts(draft))
      return isLeftOut(field, draft) ? [] : [...mistakesIn(field.fields, draft, place)]
    if (field.kind === 'groups' && isGroups(draft))
      return draft.flatMap((one, at) => [...mistakesIn(field.fields, one, `${place}.${at}`)])
    const mistake = mistakeIn(field, draft)
    return mistake === null ? [] : [[place, mistake]]
  })
  return new Map(found)
}

/** Where the server's `retry[0]` or `headers.X-Key` stands in the form. */
export const formPlace = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1')

/** Fields that differ between two states of a thing, by name. */
export const differencesOf = (
  fields: readonly FormField[],
  mine: Drafts,
  theirs: Drafts,
): readonly FormField[] => fields.filter(({ name }) => !isSame(mine[name], theirs[name]))
