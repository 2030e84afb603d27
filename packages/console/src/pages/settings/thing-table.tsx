import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { type ConfigNoun, type ConfigObject, configObjects } from '../../api/config.ts'
import { changesOf, draftOf, type FormField, type Mistake, mistakeIn } from '../../hotel/settings/fields.ts'
import { FORMS } from '../../hotel/settings/forms.gen.ts'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { ContrastHint, isColor } from './color-field.tsx'
import { useWrong } from './field-words.ts'
import { LABELS } from './labels.ts'
import { addressOfThing, type InlineNoun, KINDS, NEW, type SettingsPage } from './pages.ts'
import { CHOICE_WORDS, settingsTexts } from './texts.ts'
import { listKey, said as textIn, useConfigList } from './use-config.ts'

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
      <table aria-label={texts[`${noun}Many`]}>
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
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends ThingTableProps {
  readonly fields: readonly FormField[]
  readonly object: ConfigObject
}

function ThingTableRow({ page, noun, fields, object }: RowProps) {
  const id = textIn(object, 'id')
  return (
    <tr>
      <th scope="row">
        <Link href={addressOfThing(page, noun, id, textIn(object, 'tenant'))}>{id}</Link>
      </th>
      {fields.map((field) => (
        <td key={field.name}>
          <Cell {...{ noun, field, object }} />
        </td>
      ))}
    </tr>
  )
}

interface CellProps {
  readonly noun: InlineNoun
  readonly field: FormField
  readonly object: ConfigObject
}

const plain = (draft: unknown) => (typeof draft === 'string' ? draft : '')

function Cell({ noun, field, object }: CellProps) {
  const language = useLanguage()
  const { text, isBusy, mistake, write, commit, giveUp } = useCell(noun, field, object)
  const wrong = useWrong(mistake)
  const about = useId()
  const shared = {
    className: 'cell',
    'data-field': field.name,
    'aria-label': `${LABELS[field.name][language]}, ${textIn(object, 'id')}`,
    'aria-invalid': wrong !== null,
    'aria-busy': isBusy,
    'aria-describedby': wrong === null ? undefined : about,
    value: text,
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') giveUp()
    else if (event.key === 'Enter') void commit(text).then((isGood) => isGood && moveTo(event.target, 1))
    else if (event.key === 'ArrowDown') moveTo(event.target, 1)
    else if (event.key === 'ArrowUp') moveTo(event.target, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {field.kind === 'choice' || field.name === 'category' ? (
        <select {...shared} onChange={({ target }) => void commit(target.value)}>
          <CellOptions field={field} />
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
            onBlur={() => void commit(text)}
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
    </>
  )
}

function CellOptions({ field }: { readonly field: FormField }) {
  const language = useLanguage()
  const { data = [] } = useConfigList('category', field.name === 'category')
  const options =
    field.kind === 'choice'
      ? field.choices.map((value) => ({ value, word: CHOICE_WORDS[value]?.[language] ?? value }))
      : data.map((one) => ({ value: textIn(one, 'id'), word: textIn(one, 'description') }))
  return (
    <>
      {field.required === true ? null : <option value="">–</option>}
      {options.map(({ value, word }) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </>
  )
}

/** The same column, a row further. */
function moveTo(from: EventTarget, by: 1 | -1): void {
  if (!(from instanceof HTMLElement)) return
  const row = from.closest('tr')
  const other = by === 1 ? row?.nextElementSibling : row?.previousElementSibling
  other?.querySelector<HTMLElement>(`[data-field="${from.dataset['field']}"]`)?.focus()
}

/** What stands in a cell, what somebody writes over it, and what came of saving it. */
function useCell(noun: ConfigNoun, field: FormField, object: ConfigObject) {
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const stored = plain(draftOf(field, object[field.name]))
  const [written, setWritten] = useState<string | null>(null)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  const [isBusy, setBusy] = useState(false)
  const text = written ?? stored
  const save = async (next: string) => {
    const [before, now] = [{ [field.name]: stored }, { [field.name]: next }]
    const { takesNull } = KINDS[noun]
    const one = { key: textIn(object, 'id'), tenant: textIn(object, 'tenant') }
    await configObjects(client, noun).change(one, changesOf([field], before, now, { takesNull }), '')
    await queries.invalidateQueries({ queryKey: listKey(noun) })
    setWritten(null)
  }
  /** Whether what is written stands. */
  const commit = async (next: string): Promise<boolean> => {
    if (isBusy) return false
    setWritten(next === stored ? null : next)
    const wrong = mistakeIn(field, next)
    setMistake(wrong)
    if (wrong !== null || next === stored) return wrong === null
    setBusy(true)
    try {
      await save(next)
      return true
    } catch (error) {
      const problem = asFailure(error).told?.problems?.[0]
      if (problem === undefined) toast.failure(error)
      else setMistake(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  const giveUp = () => {
    setWritten(null)
    setMistake(null)
  }
  return { text, isBusy, mistake, write: setWritten, commit, giveUp }
}
