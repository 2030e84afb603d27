import { useState } from 'react'
import { callTexts, resultWords } from '../texts/calls.ts'
import { useTexts } from '../texts/speech.ts'
import { Key } from './button.tsx'
import { DialogEnd } from './dialog-end.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

const OUTCOMES = [1, 2, 3, 4, 5, 6] as const

interface MarkDialogProps {
  readonly count: number
  /** The machine has found an outcome of its own. */
  readonly overwrites: boolean
  readonly onClose: () => void
  readonly onMark: (result: number, reason: string) => void
}

/** What became of calls, in the words of whoever knows. A digit chooses. */
export function MarkDialog({ count, overwrites, onClose, onMark }: MarkDialogProps) {
  const said = useTexts(callTexts)
  const [result, setResult] = useState(1)
  const [reason, setReason] = useState('')
  return (
    <Dialog title={said.markTitle(count)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onMark(result, reason.trim())
        }}
      >
        <Outcomes result={result} onChoose={setResult} />
        {overwrites ? <p className="tag s-again">{said.overwrites}</p> : null}
        <Field
          label={overwrites ? said.reasonNeeded : said.reason}
          value={reason}
          maxLength={500}
          required={overwrites}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className="second small">{said.noUndo}</p>
        <DialogEnd deed={said.setOutcome} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface OutcomesProps {
  readonly result: number
  readonly onChoose: (result: number) => void
}

function Outcomes({ result, onChoose }: OutcomesProps) {
  const said = useTexts(callTexts)
  return (
    <fieldset
      className="outcomes"
      onKeyDown={({ key }) => {
        const chosen = OUTCOMES.find((one) => String(one) === key)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      <legend>{said.outcome}</legend>
      {OUTCOMES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="outcome"
            checked={one === result}
            onChange={() => onChoose(one)}
            {...(one === 1 ? { 'data-autofocus': true } : {})}
          />
          <Key>{one}</Key>
          {resultWords(said, one)}
        </label>
      ))}
    </fieldset>
  )
}
