import type { AnswerOf } from '@reveille/contract'
import { type ChangeEvent, useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { mistakeTexts, mistakeWords } from '../../texts/mistakes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
import { Refused, useDeed } from './step.tsx'
import { setupTexts } from './texts.ts'

type Import = AnswerOf<'mailbox.import'>

const FEW = 5

/** Rooms from a file that somebody has already: what it would do first, and only then it is done. */
export function RoomTable({ onAdded }: { readonly onAdded: () => void }) {
  const said = useTexts(setupTexts)
  const { number } = useFormat()
  const { client } = useDesk()
  const { isBusy, failure, act } = useDeed()
  const whyNot = useWhyNot()
  const [csv, setCsv] = useState('')
  const [seen, setSeen] = useState<Import | null>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file === undefined) return
    void act(async () => {
      const text = await file.text()
      // The same file may be chosen again, once it was mended.
      target.value = ''
      setCsv(text)
      setSeen(null)
      setSeen(await client.call('mailbox.import', { body: { csv: text, dry: true } }))
    })
  }
  const apply = () =>
    act(async () => {
      await client.call('mailbox.import', { body: { csv, dry: false } })
      setSeen(null)
      onAdded()
    })
  const count = seen === null ? 0 : seen.new + seen.changed
  return (
    <div className="room-table">
      <label className="file button" title={whyNot}>
        <Icon name="upload" size="small" />
        {said.roomsFile}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={whyNot !== undefined}
          onChange={choose}
        />
      </label>
      <span className="second small">{said.roomsFileHint}</span>
      <Refused failure={failure} />
      {seen === null ? null : (
        <div role="status">
          <p>{said.roomsSeen(number(seen.new), number(seen.changed), number(seen.wrong))}</p>
          <ul>
            {seen.rows
              .filter(({ state }) => state === 'wrong')
              .slice(0, FEW)
              .map((row) => (
                <WrongRow key={row.line} row={row} />
              ))}
          </ul>
          {seen.wrong > 0 ? null : (
            <Button look="main" asks disabled={isBusy || count === 0} onClick={() => void apply()}>
              {said.roomsApply(number(count))}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function WrongRow({ row }: { readonly row: Import['rows'][number] }) {
  const said = useTexts(setupTexts)
  const { number } = useFormat()
  const mistakes = useTexts(mistakeTexts)
  const language = useLanguage()
  const words = mistakeWords(row, mistakes, language)
  // Columns have the same names in either language.
  const where = row.field === undefined ? '' : `${row.field}: `
  return (
    <li className="s-bad">
      {said.roomsRow(number(row.line), row.number)}{' '}
      {words === null ? <span lang="en">{row.reason}</span> : `${where}${words}`}
    </li>
  )
}
