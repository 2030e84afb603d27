import { useContext, useState } from 'react'
import { secretBytes } from '../../kernel/ids.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts/speech.ts'
import { FormContext } from './form-context.ts'
import { type SchemaFieldProps, useSaid } from './field-words.ts'
import { settingsTexts } from './texts.ts'

/** Never shown: it says whether one is set, and takes a new one. */
export function SecretField({ field, draft, path, onChange }: SchemaFieldProps) {
  const texts = useTexts(settingsTexts)
  const { isSet, locked, leave } = useContext(FormContext)
  const about = useSaid({ field, draft, path })
  const state = isSet(field.name)
  const isNew = locked.length === 0
  const [isOpen, setOpen] = useState(false)
  if (isOpen || isNew || (typeof draft === 'string' && draft !== ''))
    return (
      <div className="secret">
        <Field
          {...about}
          // What is made by a press is to be copied, so it is seen.
          type={field.name === 'secret' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          value={typeof draft === 'string' ? draft : ''}
          onBlur={() => leave(path)}
          onChange={({ target }) => onChange(target.value)}
        />
        {field.name === 'secret' ? (
          <Button onClick={() => onChange(newSecret())}>{texts.generate}</Button>
        ) : null}
      </div>
    )
  const words = state === null ? texts.secretHidden : state ? texts.secretSet : texts.secretNone
  return (
    <div className="field secret-set">
      <span className="name">{about.label}</span>
      <span className="second">{draft === null ? texts.secretGone : words}</span>
      <span className="buttons">
        <Button onClick={() => setOpen(true)} aria-label={`${about.label}: ${texts.change}`}>
          {texts.change}
        </Button>
        {state === true && draft !== null ? (
          <Button onClick={() => onChange(null)} aria-label={`${about.label}: ${texts.takeOut}`}>
            {texts.takeOut}
          </Button>
        ) : null}
        {draft === null ? <Button onClick={() => onChange('')}>{texts.keep}</Button> : null}
      </span>
    </div>
  )
}

const BYTES = 32

/** As Standard Webhooks want it: 32 bytes by chance. */
const newSecret = () => `whsec_${btoa(String.fromCodePoint(...secretBytes(BYTES)))}`
