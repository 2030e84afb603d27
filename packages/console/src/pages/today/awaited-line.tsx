import type { FirstKeys } from '../../parts/first-keys.ts'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../texts/speech.ts'
import { todayTexts } from './texts.ts'

/** On these the keyboard would cover what is to be seen. */
const PHONE = '(max-width: 719px)'

/** In the place of the line until it is loaded: whoever begins to type at once loses nothing. */
export function AwaitedLine({ first }: { readonly first: FirstKeys }) {
  const said = useTexts(todayTexts)
  return (
    <section className="entry" aria-label={said.entryLabel} aria-busy="true">
      <div className="entry-line">
        <Icon name="entry" />
        <textarea
          rows={1}
          defaultValue={first.text}
          aria-label={said.entryLabel}
          placeholder={said.entryHint}
          autoFocus={!matchMedia(PHONE).matches}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => first.keep(target.value)}
          onKeyDown={(event) => {
            // Nothing is set that was not read back.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </div>
    </section>
  )
}
