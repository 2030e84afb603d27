import type { AnswerOf } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { asFailure, type Failure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Lines } from '../../parts/field.tsx'
import { State } from '../../parts/state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { mistakeTexts, mistakeWords } from '../../texts/mistakes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { LABELS } from './labels.ts'
import { settingsTexts } from './texts.ts'
import { listKey } from './use-config.ts'

type Import = AnswerOf<'mailbox.import'>
type ImportRow = Import['rows'][number]

/** Rooms from a table: what it would do first, and only then it is done. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const queries = useQueryClient()
  const toast = useToast()
  const [csv, setCsv] = useState('')
  const [seen, setSeen] = useState<Import | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const wrong = useTableWords(failure)
  const send = async (dry: boolean) => {
    setFailure(null)
    try {
      const answer = await client.call('mailbox.import', { body: { csv, dry } })
      setSeen(answer)
      if (!answer.written) return
      await queries.invalidateQueries({ queryKey: listKey('mailbox') })
      toast.say(texts.imported(answer.new, answer.changed))
      onClose()
    } catch (error) {
      setSeen(null)
      setFailure(asFailure(error))
    }
  }
  const write = (text: string) => {
    setCsv(text)
    setSeen(null)
    setFailure(null)
  }
  return (
    <Dialog title={texts.importRooms} onClose={onClose} size={720}>
      <Lines
        label={texts.table}
        hint={texts.importWhat}
        wrong={wrong}
        rows={6}
        value={csv}
        spellCheck={false}
        onChange={({ target }) => write(target.value)}
        data-autofocus
      />
      <FileChooser onText={write} />
      {seen === null ? null : <Preview seen={seen} />}
      <div className="buttons">
        <Button asks onClick={() => void send(true)} disabled={csv.trim() === ''}>
          {texts.look}
        </Button>
        {seen === null || seen.wrong > 0 ? null : (
          <Button look="main" asks onClick={() => void send(false)}>
            {texts.apply(seen.new + seen.changed)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useTableWords(failure: Failure | null): string | null {
  const said = useTexts(mistakeTexts)
  const failures = useTexts(failureTexts)
  const language = useLanguage()
  const { count } = useFormat()
  if (failure === null) return null
  const [first] = failure.told?.problems ?? []
  return (first && mistakeWords(first, said, language)) ?? failureWords(failure, failures, count)
}

function FileChooser({ onText }: { readonly onText: (text: string) => void }) {
  const texts = useTexts(settingsTexts)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file !== undefined) onText(await file.text())
  }
  return (
    <label className="file button">
      {texts.chooseFile}
      <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange={(event) => void read(event)} />
    </label>
  )
}

const LOOKS: Readonly<Record<ImportRow['state'], readonly [StateName, MarkName]>> = {
  new: ['good', 'dot'],
  changed: ['busy', 'half'],
  same: ['over', 'bar'],
  wrong: ['bad', 'failed'],
}
const WORDS = { new: 'rowNew', changed: 'rowChanged', same: 'rowSame', wrong: 'rowWrong' } as const
const STATES = ['new', 'changed', 'same', 'wrong'] as const
const ROW = 33

function Preview({ seen }: { readonly seen: Import }) {
  const texts = useTexts(settingsTexts)
  const told = seen.rows.filter(({ state }) => state !== 'same')
  const neededFirst = [
    ...told.filter(({ state }) => state === 'wrong'),
    ...told.filter(({ state }) => state !== 'wrong'),
  ]
  return (
    <div className="preview" role="status">
      <p className="counts">
        {STATES.map((state) => (
          <State key={state} state={LOOKS[state][0]} mark={LOOKS[state][1]}>
            {`${seen[state]} ${texts[WORDS[state]]}`}
          </State>
        ))}
      </p>
      {seen.wrong > 0 ? <p className="tag s-bad">{texts.importWrong}</p> : null}
      <div className="preview-rows">
        <VirtualList
          label={texts.table}
          items={neededFirst}
          keyOf={(row) => String(row.line)}
          heightOf={() => ROW}
        >
          {(row) => <PreviewRow row={row} />}
        </VirtualList>
      </div>
    </div>
  )
}

function PreviewRow({ row }: { readonly row: ImportRow }) {
  const texts = useTexts(settingsTexts)
  const [state, mark] = LOOKS[row.state]
  return (
    <div role="row" className="preview-row">
      <span role="cell" className="second small">
        {texts.lineNumber(row.line)}
      </span>
      <strong role="cell">{row.number}</strong>
      <span role="cell">
        <State state={state} mark={mark}>
          {texts[WORDS[row.state]]}
        </State>
      </span>
      <Why row={row} />
    </div>
  )
}

function Why({ row }: { readonly row: ImportRow }) {
  const { state, fields, field = '', reason } = row
  const said = useTexts(mistakeTexts)
  const language = useLanguage()
  const names = new Map<string, Readonly<Record<'en' | 'de', string>>>(Object.entries(LABELS))
  if (state !== 'wrong')
    return <span role="cell">{fields.map((name) => names.get(name)?.[language] ?? name).join(', ')}</span>
  const words = mistakeWords(row, said, language)
  const isKnown = words !== null
  const label = names.get(field)?.[language]
  return (
    <span role="cell" className="cut" lang={isKnown ? language : 'en'} title={reason}>
      {isKnown ? [label, words].filter((one) => one !== undefined).join(': ') : reason}
    </span>
  )
}
