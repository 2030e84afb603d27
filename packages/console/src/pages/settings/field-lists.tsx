import type { FormField } from '../../hotel/settings/fields.ts'
import type { FieldName } from '../../hotel/settings/forms.gen.ts'
import { useFormat } from '../../texts/speech.ts'
import { useSpokenLanguages } from './use-config.ts'

/** Fields that the browser offers a list for while somebody types, and where that list stands. */
export const LISTED: Partial<Record<FieldName, string>> = {
  timezone: 'settings-zones',
  language: 'settings-languages',
}

const ZONES = Intl.supportedValuesOf('timeZone')

/** The lists of a form, each once, however many fields ask for it. */
export function FieldLists({ fields }: { readonly fields: readonly FormField[] }) {
  const names = new Set(fields.map(({ name }) => name))
  return (
    <>
      {names.has('timezone') ? <ZoneList /> : null}
      {names.has('language') ? <LanguageList /> : null}
    </>
  )
}

const ZoneList = () => (
  <datalist id={LISTED.timezone}>
    {ZONES.map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
)

/** What is spoken here. */
function LanguageList() {
  const { languageName } = useFormat()
  const languages = useSpokenLanguages()
  return (
    <datalist id={LISTED.language}>
      {languages.map((tag) => (
        <option key={tag} value={tag}>
          {languageName(tag)}
        </option>
      ))}
    </datalist>
  )
}
