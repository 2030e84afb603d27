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
  return (
    <Dialog title={texts.conflictTitle} size={640} onClose={onTheirs}>
      {last === null ? null : <p>{texts.conflictWho(last.who)}</p>}
      <Differences {...{ fields, base, mine, theirs }} />
      <p className="second">{texts.mineOnly}</p>
      <div className="buttons">
        <Button onClick={onTheirs}>{texts.takeTheirs}</Button>
        <Button look="main" asks onClick={onMine} data-autofocus>
          {texts.saveMine}
        </Button>
      </div>
    </Dialog>
  )
}

type Sides = Pick<ConflictProps, 'fields' | 'base' | 'mine' | 'theirs'>

/** Every field that either of them changed. */
function Differences({ fields, base, mine, theirs }: Sides) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const [own, other] = [mine, theirs].map((side) => new Set(differencesOf(fields, base, side)))
  const all = fields.filter((field) => own?.has(field) === true || other?.has(field) === true)
  if (other?.size === 0) return <p>{texts.noDifference}</p>
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
        {all.map((field) => (
          <tr key={field.name}>
            <th scope="row">{LABELS[field.name][language]}</th>
            <td>
              {own?.has(field) === true ? <Shown field={field} draft={mine[field.name]} /> : <Unchanged />}
            </td>
            <td>
              {other?.has(field) === true ? (
                <Shown field={field} draft={theirs[field.name]} />
              ) : (
                <Unchanged />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Unchanged() {
  const texts = useTexts(settingsTexts)
  return <span className="second">{texts.unchanged}</span>
}

/** A secret is not shown here either. */
function Shown({ field, draft }: { readonly field: FormField; readonly draft: Draft | undefined }) {
  const texts = useTexts(settingsTexts)
  if (field.kind !== 'secret') return shown(draft)
  return draft === null ? texts.secretGone : texts.secretNew
}

const shown = (draft: Draft | undefined): string => {
  if (typeof draft === 'string') return draft === '' ? '–' : draft
  if (typeof draft === 'boolean') return draft ? '✔' : '–'
  return draft === undefined || draft === null ? '–' : JSON.stringify(draft)
}
