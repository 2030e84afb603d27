import { useContext, useState } from 'react'
import { Link } from 'wouter'
import type { Draft, Drafts, FormField } from '../../hotel/settings/fields.ts'
import { arranged, draftsOf, isTouched, mistakeIn } from '../../hotel/settings/fields.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Lines, Picker, Tick } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { ColorField } from './color-field.tsx'
import { LISTED } from './field-lists.tsx'
import { fallbackWords, type SchemaFieldProps, useSaid } from './field-words.ts'
import { FormContext } from './form-context.ts'
import { NEW } from './pages.ts'
import { SecretField } from './secret-field.tsx'
import { CHOICE_WORDS, settingsTexts, type SettingsTexts } from './texts.ts'

interface SchemaFieldsProps {
  readonly fields: readonly FormField[]
  readonly drafts: Drafts
  readonly path: string
  readonly onChange: (drafts: Drafts) => void
}

/** The fields of a form or of a group in it. */
export function SchemaFields(props: SchemaFieldsProps) {
  const { usual, rare } = arranged(props.fields)
  return (
    <>
      <FieldGrid {...props} fields={usual} />
      {rare.length === 0 ? null : <RareFields {...props} fields={rare} />}
    </>
  )
}

const FieldGrid = ({ fields, drafts, path, onChange }: SchemaFieldsProps) => (
  <div className="form-fields">
    {fields.map((field) => (
      <SchemaField
        key={field.name}
        field={field}
        draft={drafts[field.name]}
        beside={drafts}
        path={path === '' ? field.name : `${path}.${field.name}`}
        onChange={(draft) => onChange({ ...drafts, [field.name]: draft })}
      />
    ))}
  </div>
)

/** Folded away, unless something is written there or wrong with it. */
function RareFields(props: SchemaFieldsProps) {
  const { fields, drafts, path } = props
  const texts = useTexts(settingsTexts)
  const { mistakes, left } = useContext(FormContext)
  const [isOpen, setOpen] = useState(() => isTouched(fields, drafts))
  const isWrong = fields.some((field) => {
    const place = path === '' ? field.name : `${path}.${field.name}`
    return mistakes.has(place) || (left.has(place) && mistakeIn(field, drafts[field.name]) !== null)
  })
  return (
    <details
      className="rare"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.rare(fields.length)}</summary>
      <FieldGrid {...props} />
    </details>
  )
}

const textOf = (draft: Draft | undefined) => (typeof draft === 'string' ? draft : '')

function SchemaField({ beside, ...props }: SchemaFieldProps & { readonly beside: Drafts }) {
  const { field, draft, onChange } = props
  const { hidden } = useContext(FormContext)
  if (field.kind === 'fixed' || hidden.includes(props.path)) return null
  switch (field.kind) {
    case 'group':
      return <Group {...props} field={field} />
    case 'groups':
      return <Groups {...props} field={field} />
    case 'choices':
      return <Choices {...props} field={field} />
    case 'flag':
      return <Flag {...props} />
    case 'choice':
      return <ChoiceField {...props} field={field} />
    case 'secret':
      return <SecretField {...props} {...{ field, beside }} />
    case 'lines':
    case 'texts':
    case 'pairs':
      return <LinesField {...props} />
    case 'text':
    case 'number':
      if (field.name === 'color') return <ColorField {...props} />
      if (field.name === 'tenant' || field.name === 'category')
        return <ThingChoice {...props} text={textOf(draft)} onChange={onChange} />
      return <TextField {...props} />
  }
}

/** A field is looked at when somebody leaves it. */
function useLeave(path: string) {
  const { leave } = useContext(FormContext)
  return () => leave(path)
}

function TextField({ field, draft, path, onChange }: SchemaFieldProps) {
  const { hint, ...about } = useSaid({ field, draft, path })
  const { locked, risks } = useContext(FormContext)
  const texts = useTexts(settingsTexts)
  const risk = risks.get(path)
  const leave = useLeave(path)
  const language = useLanguage()
  const isNumber = field.kind === 'number'
  const example = 'example' in field ? field.example : undefined
  return (
    <Field
      {...about}
      hint={
        risk === undefined ? (
          hint
        ) : (
          <>
            <RiskWords>
              {texts[`risk_${risk}`](textOf(draft) || fallbackWords(field.fallback ?? '', language))}
            </RiskWords>
            {hint}
          </>
        )
      }
      className={field.name === 'text' ? 'wide' : undefined}
      inputMode={isNumber ? 'numeric' : 'text'}
      value={textOf(draft)}
      disabled={locked.includes(path)}
      placeholder={field.fallback === undefined ? example : fallbackWords(field.fallback, language)}
      list={LISTED[field.name]}
      autoComplete="off"
      onBlur={leave}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** It may be saved like that: what comes of it is said before. */
const RiskWords = ({ children }: { readonly children: string }) => (
  <strong className="risk" role="status">
    <Icon name="alarms" size="tiny" />
    {children}
  </strong>
)

function LinesField({ field, draft, path, onChange }: SchemaFieldProps) {
  const texts = useTexts(settingsTexts)
  const about = useSaid({ field, draft, path })
  const leave = useLeave(path)
  const how = field.kind === 'texts' ? texts.oneALine : field.kind === 'pairs' ? texts.pairALine : ''
  return (
    <Lines
      {...about}
      hint={[about.hint, how].filter((one) => one !== '').join('. ')}
      className="wide"
      value={textOf(draft)}
      spellCheck={false}
      onBlur={leave}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const wordOf = (value: string, language: 'en' | 'de') => CHOICE_WORDS[value]?.[language] ?? value

function ChoiceField({ field, draft, path, onChange }: SchemaFieldProps<FormField & { kind: 'choice' }>) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const about = useSaid({ field, draft, path })
  const { fallback, isSites = false } = field
  const otherwise = isSites ? texts.asSiteOf : texts.asDefaultOf
  const none =
    fallback === undefined ? texts.asDefault : otherwise(wordOf(fallbackWords(fallback, language), language))
  const options = field.choices.map((value) => ({ value, word: wordOf(value, language) }))
  // What was never chosen is not shown as if the first of them were: no house rings built-in phones unless it says so.
  const isChosen = field.required === true && textOf(draft) !== ''
  const word = field.required === true ? '' : none
  return (
    <Picker
      {...about}
      value={textOf(draft)}
      options={isChosen ? options : [{ value: '', word }, ...options]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** A tenant or a category, by its name. */
function ThingChoice({ field, draft, path, text, onChange }: SchemaFieldProps & { readonly text: string }) {
  const about = useSaid({ field, draft, path })
  const texts = useTexts(settingsTexts)
  const { tenants, categories, locked } = useContext(FormContext)
  const things = field.name === 'tenant' ? tenants : categories
  const isLacking = field.name === 'category' && categories.length === 0
  if (field.name === 'tenant' && things.length === 0) return null
  const options = [{ value: '', word: field.name === 'tenant' ? texts.wholeHouse : '' }, ...things]
  return (
    <Picker
      {...about}
      {...(isLacking ? { hint: <CategoryHint /> } : {})}
      value={text}
      disabled={locked.includes(path)}
      options={options}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Where an item is written, and there is no category to choose. */
function CategoryHint() {
  const texts = useTexts(settingsTexts)
  return (
    <>
      {texts.categoryFirst} <Link href={`/settings/items/category~${NEW}`}>{texts.categoryNew}</Link>
    </>
  )
}

function Flag({ field, draft, path, onChange }: SchemaFieldProps) {
  const { label, hint } = useSaid({ field, draft, path })
  return (
    <div className="field wide">
      <Tick checked={draft === true} onChange={({ target }) => onChange(target.checked)}>
        <span>
          {label}
          <span className="hint">{hint}</span>
        </span>
      </Tick>
    </div>
  )
}

const PERMISSION_WORDS = {
  inventory: 'may_inventory',
  frontdesk: 'may_frontdesk',
  correct: 'may_correct',
  review: 'may_review',
  administrator: 'may_administrator',
} as const satisfies Readonly<Record<string, keyof SettingsTexts>>

const permissionWords = (value: string, texts: SettingsTexts): string | null =>
  Object.hasOwn(PERMISSION_WORDS, value)
    ? texts[PERMISSION_WORDS[value as keyof typeof PERMISSION_WORDS]]
    : null

function Choices({ field, draft, path, onChange }: SchemaFieldProps<FormField & { kind: 'choices' }>) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const { label, hint, wrong } = useSaid({ field, draft, path })
  const chosen = Array.isArray(draft) ? draft.filter((one) => typeof one === 'string') : []
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    <fieldset className="choices wide">
      <legend>{label}</legend>
      {field.choices.map((value) => (
        <Tick
          key={value}
          checked={chosen.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
        >
          {permissionWords(value, texts) ?? wordOf(value, language)}
        </Tick>
      ))}
      <span className="hint">{field.name === 'permissions' ? texts.mayAlways : hint}</span>
      {wrong === null ? null : <span className="wrong">{wrong}</span>}
    </fieldset>
  )
}

const asDrafts = (draft: Draft | undefined): Drafts =>
  typeof draft === 'object' && draft !== null && !Array.isArray(draft) ? (draft as Drafts) : {}

function Group({ field, draft, path, onChange }: SchemaFieldProps<FormField & { kind: 'group' }>) {
  const { label, hint } = useSaid({ field, draft, path })
  return (
    <fieldset className="group wide">
      <legend>{label}</legend>
      <p className="hint">{hint}</p>
      <SchemaFields fields={field.fields} drafts={asDrafts(draft)} path={path} onChange={onChange} />
    </fieldset>
  )
}

const asGroups = (draft: Draft | undefined): readonly Drafts[] =>
  Array.isArray(draft) ? draft.filter((one): one is Drafts => typeof one === 'object') : []

function Groups({ field, draft, path, onChange }: SchemaFieldProps<FormField & { kind: 'groups' }>) {
  const texts = useTexts(settingsTexts)
  const { label, hint } = useSaid({ field, draft, path })
  const all = asGroups(draft)
  const [opened] = useState(() => all.length)
  return (
    <fieldset className="group wide">
      <legend>{label}</legend>
      <p className="hint">{hint}</p>
      {all.map((one, at) => (
        <div className="one" key={`${opened}-${at}`}>
          <SchemaFields
            fields={field.fields}
            drafts={one}
            path={`${path}.${at}`}
            onChange={(next) => onChange(all.with(at, next))}
          />
          <Button icon="remove" onClick={() => onChange(all.toSpliced(at, 1))}>
            {texts.takeOut}
          </Button>
        </div>
      ))}
      {all.length >= (field.most ?? Number.POSITIVE_INFINITY) ? null : (
        <Button icon="plus" onClick={() => onChange([...all, draftsOf(field.fields, {})])}>
          {texts.another}
        </Button>
      )}
    </fieldset>
  )
}
