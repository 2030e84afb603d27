import { useContext, useState } from 'react'
import { type Drafts, textOfValue } from '../../hotel/settings/fields.ts'
import { secretBytes } from '../../kernel/ids.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Lines } from '../../parts/field.tsx'
import type { FieldWords } from '../../parts/labelled.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTexts } from '../../texts/speech.ts'
import { type SchemaFieldProps, useSaid } from './field-words.ts'
import { FormContext } from './form-context.ts'
import { settingsTexts } from './texts.ts'

interface SecretFieldProps extends SchemaFieldProps {
  /** What is written in the fields that stand with it. */
  readonly beside: Drafts
}

/** Never shown: it says whether one is set, and takes a new one. */
export function SecretField({ beside, ...props }: SecretFieldProps) {
  const { isSet, isNew, version, mistakes } = useContext(FormContext)
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const { draft, path, onChange } = props
  if (!isSet(path, beside)) return <Written {...props} over={isNew ? 'new' : 'nothing'} />
  // One that the server wants again stays open until it is given.
  if (mistakes.has(path)) return <Written {...props} over="refused" />
  const isOpen = openedAt === version || (typeof draft === 'string' && draft !== '')
  if (!isOpen) return <Stored {...props} onOpen={() => setOpenedAt(version)} />
  const keep = () => {
    setOpenedAt(null)
    onChange('')
  }
  return <Written {...props} over="stored" onKeep={keep} />
}

/** One that is there: it is changed, or taken away where the house can do without. */
function Stored(props: SchemaFieldProps & { readonly onOpen: () => void }) {
  const { field, draft, path, onChange, onOpen } = props
  const texts = useTexts(settingsTexts)
  const { canGo } = useContext(FormContext)
  const { label } = useSaid(props)
  const mayGo = canGo(field, path)
  const deed = (words: string, act: () => void) => (
    <Button onClick={act} aria-label={`${label}: ${words}`}>
      {words}
    </Button>
  )
  return (
    <div className="field secret-set" role="group" aria-label={label}>
      <span className="name">{label}</span>
      <span>{draft === null ? texts.secretGone : texts.secretSet}</span>
      <span className="buttons">
        {draft === null ? deed(texts.keep, () => onChange('')) : deed(texts.change, onOpen)}
        {draft !== null && mayGo ? deed(texts.takeOut, () => onChange(null)) : null}
      </span>
      {mayGo ? null : <span className="hint">{texts.secretStays}</span>}
    </div>
  )
}

interface WrittenProps extends SchemaFieldProps {
  /** What it is written over. */
  readonly over: 'new' | 'nothing' | 'stored' | 'refused'
  readonly onKeep?: () => void
}

function Written({ over, onKeep, ...props }: WrittenProps) {
  const { field, draft, path, onChange } = props
  const texts = useTexts(settingsTexts)
  const { leave } = useContext(FormContext)
  const { hint, ...about } = useSaid(props)
  const hints = {
    new: hint,
    nothing: `${texts.secretNone}. ${hint}`,
    stored: texts.secretOpen,
    refused: hint,
  }
  const written = {
    ...about,
    hint: hints[over],
    value: textOfValue(draft),
    // Whoever has just asked to change it goes on by writing.
    autoFocus: over === 'stored',
    onBlur: () => leave(path),
  }
  return (
    <div className="secret">
      <Control {...written} shape={shapeOf(field)} onWrite={onChange} />
      {field.name === 'secret' ? (
        <Button onClick={() => onChange(newSecret())}>{texts.generate}</Button>
      ) : null}
      {onKeep === undefined ? null : (
        <Button look="quiet" onClick={onKeep} aria-label={`${about.label}: ${texts.keep}`}>
          {texts.keep}
        </Button>
      )}
    </div>
  )
}

type Shape = 'key' | 'made' | 'typed'

const shapeOf = (field: SchemaFieldProps['field']): Shape =>
  'shape' in field && field.shape === 'pem' ? 'key' : field.name === 'secret' ? 'made' : 'typed'

interface ControlProps extends FieldWords {
  readonly shape: Shape
  readonly value: string
  readonly autoFocus: boolean
  readonly onBlur: () => void
  readonly onWrite: (text: string) => void
}

function Control({ shape, onWrite, ...written }: ControlProps) {
  const onChange = ({ target }: { readonly target: { readonly value: string } }) => onWrite(target.value)
  // Keys come in many lines, which a field of one line would run together.
  if (shape === 'key') return <Lines {...written} {...{ onChange }} spellCheck={false} />
  // What is made by a press is to be copied, so it is seen.
  if (shape === 'made') return <Field {...written} {...{ onChange }} autoComplete="off" spellCheck={false} />
  return <SecretInput {...written} {...{ onChange }} />
}

const BYTES = 32

/** As Standard Webhooks want it: 32 bytes by chance. */
const newSecret = () => `whsec_${btoa(String.fromCodePoint(...secretBytes(BYTES)))}`
