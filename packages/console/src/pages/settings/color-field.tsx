import { contrast } from '../../look/contrast.ts'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts/speech.ts'
import { type SchemaFieldProps, useSaid } from './field-words.ts'
import { settingsTexts } from './texts.ts'

const COLOR = /^#[0-9a-f]{6}$/i
export const isColor = (text: string): boolean => COLOR.test(text)
const [PAPER, NIGHT] = ['#ffffff', '#1a1e23'] as const
const EXAMPLE = '#3366cc'
/** What a shape on a page needs to be seen (WCAG 1.4.11). */
const ENOUGH = 3

/** A colour of the hotel's own, with how well it is seen on the page by day and by night. */
export function ColorField(props: SchemaFieldProps) {
  const texts = useTexts(settingsTexts)
  const about = useSaid(props)
  const value = typeof props.draft === 'string' ? props.draft : ''
  return (
    <div className="color">
      <Field
        {...about}
        hint={isColor(value) ? <ContrastHint color={value} /> : about.hint}
        value={value}
        placeholder={EXAMPLE}
        onChange={({ target }) => props.onChange(target.value)}
      />
      <input
        type="color"
        aria-label={texts.colorHint}
        value={isColor(value) ? value : PAPER}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </div>
  )
}

/** How well a colour is seen on the page. */
export function ContrastHint({ color }: { readonly color: string }) {
  const texts = useTexts(settingsTexts)
  const least = Math.min(contrast(color, PAPER), contrast(color, NIGHT))
  return (
    <span>
      {texts.contrast(least.toFixed(1))}
      {least < ENOUGH ? <b>{` · ${texts.contrastLow}`}</b> : null}
    </span>
  )
}
