import { type ComponentProps, useState } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { Icon } from './icon.tsx'
import { type FieldWords, Labelled } from './labelled.tsx'

type SecretInputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & FieldWords

/** What is typed without being seen, until somebody wants to see it. */
export function SecretInput({ label, hint, wrong, className, isNeeded = false, ...input }: SecretInputProps) {
  const { seeTyped } = useTexts(commonTexts)
  const [isSeen, setSeen] = useState(false)
  return (
    <Labelled {...{ label, hint, className, isNeeded }} wrong={wrong ?? null}>
      {(control) => (
        <span className="with-eye">
          <input
            className="input"
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="off"
            {...input}
            {...control}
            aria-invalid={input['aria-invalid'] ?? control['aria-invalid']}
            type={isSeen ? 'text' : 'password'}
          />
          <button
            type="button"
            className="eye"
            aria-label={seeTyped}
            aria-pressed={isSeen}
            aria-controls={control.id}
            onClick={() => setSeen(!isSeen)}
          >
            <Icon name={isSeen ? 'eye-off' : 'eye'} size="small" />
          </button>
        </span>
      )}
    </Labelled>
  )
}
