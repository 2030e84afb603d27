import { type KeyboardEvent, useId } from 'react'
import { Link } from 'wouter'
import type { ConfigObject } from '../../api/config.ts'
import type { FormField } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { useWhoseOf } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { ContrastHint, isColor } from './color-field.tsx'
import { useWrong } from './field-words.ts'
import { LABELS } from './labels.ts'
import { addressOfThing, type InlineNoun, KINDS, NEW, type SettingsPage } from './pages.ts'
import { CHOICE_WORDS, settingsTexts } from './texts.ts'
import { type Theirs, useCell } from './use-cell.ts'
import { namedIn, said as textIn, useConfigList, useSiteFileThings } from './use-config.ts'

/** What is short enough to be written where it stands; the rest has its form. */
const COLUMNS: Readonly<Record<InlineNoun, readonly string[]>> = {
  item: ['description', 'category', 'price', 'currency', 'taxRate', 'max'],
  category: ['description', 'color'],
  statusType: ['description', 'condition'],
}

interface ThingTableProps {
  readonly page: SettingsPage
  readonly noun: InlineNoun
}

/** A list as a table that is written in: Enter or leaving a cell saves it, Esc gives up. */
export function ThingTable({ page, noun }: ThingTableProps) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const { data = [] } = useConfigList(noun)
  const whoseOf = useWhoseOf(data.map((one) => namedIn(noun, one)))
  const fields = COLUMNS[noun].flatMap((name) => FORMS[noun].filter((field) => field.name === name))
  return (
    <div className="thing-table">
      <div className="thing-head">
        <h3>
          {texts[`${noun}Many`]}{' '}
          {data.length === 0 ? null : <span className="second">{texts.shown(data.length, data.length)}</span>}
        </h3>
        <Link className="button" href={addressOfThing(page, noun, NEW)}>
          <Icon name="plus" size="small" />
          {texts[`${noun}New`]}
        </Link>
      </div>
      {data.length === 0 ? <p className="second">{texts.none}</p> : null}
      {noun === 'item' ? <CategoryFirst page={page} /> : null}
      <table className={`of-${noun}`} aria-label={texts[`${noun}Many`]}>
        <thead>
          <tr>
            <th scope="col">{LABELS.id[language]}</th>
            {fields.map(({ name }) => (
              <th key={name} scope="col">
                {LABELS[name][language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((object) => (
            <ThingTableRow
              key={`${textIn(object, 'id')} ${textIn(object, 'tenant')}`}
              {...{ page, noun, fields, object }}
              whose={whoseOf(namedIn(noun, object))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** No item is without a category: where there is none, it is said before somebody has written one. */
function CategoryFirst({ page }: { readonly page: SettingsPage }) {
  const texts = useTexts(settingsTexts)
  const { data } = useConfigList('category')
  if (data === undefined || data.length > 0) return null
  return (
    <p className="second">
      {texts.categoryFirst} <Link href={addressOfThing(page, 'category', NEW)}>{texts.categoryNew}</Link>
    </p>
  )
}

interface RowProps extends ThingTableProps {
  readonly fields: readonly FormField[]
  readonly object: ConfigObject
  /** Its house, where another has one of its name. */
  readonly whose: string
}

function ThingTableRow({ page, noun, fields, object, whose }: RowProps) {
  const texts = useTexts(settingsTexts)
  const language = useLanguage()
  const isInFile = useSiteFileThings().has(`${KINDS[noun].noun} ${textIn(object, 'id')}`)
  const id = textIn(object, 'id')
  return (
    <tr>
      <th scope="row">
        <Link href={addressOfThing(page, noun, id, textIn(object, 'tenant'))}>{id}</Link>
        {whose === '' ? null : <span className="second small">{whose}</span>}
        {isInFile ? (
          <span className="from-file" role="img" aria-label={texts.inFile} title={texts.fromFile}>
            <Icon name="log" size="tiny" />
          </span>
        ) : null}
      </th>
      {fields.map((field) => (
        <td key={field.name} data-label={LABELS[field.name][language]}>
          <Cell {...{ noun, field, object, whose }} />
        </td>
      ))}
    </tr>
  )
}

interface CellProps {
  readonly noun: InlineNoun
  readonly field: FormField
  readonly object: ConfigObject
  readonly whose: string
}

function Cell({ noun, field, object, whose }: CellProps) {
  const language = useLanguage()
  const { text, isBusy, mistake, theirs, write, commit, giveUp } = useCell(noun, field, object)
  const options = useOptions(field)
  const wrong = useWrong(mistake)
  const about = useId()
  const shared = {
    className: 'cell',
    'data-field': field.name,
    'aria-label': `${LABELS[field.name][language]}, ${textIn(object, 'id')} ${whose}`.trim(),
    'aria-invalid': wrong !== null,
    'aria-busy': isBusy,
    'aria-describedby': wrong === null && theirs === null ? undefined : about,
    value: text,
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') giveUp()
    else if (event.key === 'Enter')
      void commit(text, true).then((isGood) => isGood && moveTo(event.target, 1))
    else if (event.key === 'ArrowDown') moveTo(event.target, 1)
    else if (event.key === 'ArrowUp') moveTo(event.target, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {field.kind === 'choice' || field.name === 'category' ? (
        <select
          {...shared}
          onChange={({ target }) => void commit(target.value, false)}
          onKeyDown={(event) => {
            // What is chosen already cannot be chosen again: Enter writes it over what somebody else has chosen.
            if (theirs === null || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            if (event.key === 'Escape') giveUp()
            else void commit(text, true)
          }}
        >
          {field.required === true ? null : <option value="">–</option>}
          {options.map(({ value, word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <span className="cell-in">
          {field.name === 'color' ? (
            <i className="swatch" style={isColor(text) ? { background: text } : {}} />
          ) : null}
          <input
            {...shared}
            inputMode={field.kind === 'number' ? 'numeric' : 'text'}
            autoComplete="off"
            onChange={({ target }) => write(target.value)}
            onKeyDown={keys}
            onBlur={() => void commit(text, false)}
          />
        </span>
      )}
      {field.name === 'color' && isColor(text) ? (
        <span className="second small">
          <ContrastHint color={text} />
        </span>
      ) : null}
      {wrong === null ? null : (
        <span className="wrong small" id={about} role="alert">
          {wrong}
        </span>
      )}
      {theirs === null ? null : <TheirsNote id={about} theirs={theirs} options={options} />}
    </>
  )
}

interface Option {
  readonly value: string
  readonly word: string
}

function useOptions(field: FormField): readonly Option[] {
  const language = useLanguage()
  const { data = [] } = useConfigList('category', field.name === 'category')
  return field.kind === 'choice'
    ? field.choices.map((value) => ({ value, word: CHOICE_WORDS[value]?.[language] ?? value }))
    : data.map((one) => ({ value: textIn(one, 'id'), word: textIn(one, 'description') }))
}

interface TheirsProps {
  readonly id: string
  readonly theirs: Theirs
  readonly options: readonly Option[]
}

/** Somebody else was faster: what is written here stays a draft, until it is meant. */
function TheirsNote({ id, theirs, options }: TheirsProps) {
  const texts = useTexts(settingsTexts)
  const { value, who } = theirs
  const word = options.find((one) => one.value === value)?.word ?? value
  return (
    <span className="wrong small" id={id} role="alert">
      {texts.nowTheirs(word === '' ? '–' : word, who)}
    </span>
  )
}

/** The same column, a row further. */
function moveTo(from: EventTarget, by: 1 | -1): void {
  if (!(from instanceof HTMLElement)) return
  const row = from.closest('tr')
  const other = by === 1 ? row?.nextElementSibling : row?.previousElementSibling
  other?.querySelector<HTMLElement>(`[data-field="${from.dataset['field']}"]`)?.focus()
}
