import { differencesOf, type Draft, type Drafts, type FormField } from '../../hotel/settings/fields.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { LABELS } from './labels.ts'
import { settingsTexts } from './texts.ts'
import { useLastChange } from './use-config.ts'

interface ConflictProps {
  readonly fields: readonly FormField[]
  readonly log: { readonly noun: string; readonly key: string }
  /** What was there when this form was opened. */
  readonly base: Drafts
  readonly mine: Drafts
  readonly theirs: Drafts
  readonly version: string
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** Somebody else was faster: both versions side by side, field by field. */
export function Conflict({ fields, log, base, mine, theirs, version, onMine, onTheirs }: ConflictProps) {
  const texts = useTexts(settingsTexts)
  const last = useLastChange(log.noun, log.key, version)
  const other = differencesOf(fields, base, theirs)
  return (
    <Dialog title={texts.conflictTitle} size={640} onClose={onTheirs}>
      {last === null ? null : <p>{texts.conflictWho(last.who)}</p>}
      <Differences fields={other} mine={mine} theirs={theirs} />
      <div className="buttons">
        <Button onClick={onTheirs}>{texts.takeTheirs}</Button>
        <Button look="main" onClick={onMine} data-autofocus>
          {texts.saveMine}
        </Button>
      </div>
    </Dialog>
  )
}

function Differences({ fields, mine, theirs }: Pick<ConflictProps, 'fields' | 'mine' | 'theirs'>) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  if (fields.length === 0) return <p>{texts.noDifference}</p>
  return (
    <table className="differences">
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.mine}</th>
          <th scope="col">{texts.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name }) => (
          <tr key={name}>
            <th scope="row">{LABELS[name][language]}</th>
            <td>{shown(mine[name])}</td>
            <td>{shown(theirs[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shown = (draft: Draft | undefined): string => {
  if (typeof draft === 'string') return draft === '' ? '–' : draft
  if (typeof draft === 'boolean') return draft ? '✔' : '–'
  return draft === undefined || draft === null ? '–' : JSON.stringify(draft)
}
