import type { ChargeRecord } from '@reveille/contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isTooMany } from '../../hotel/minibar.ts'
import type { Failure } from '../../kernel/failure.ts'
import { useRoomNames } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Picker } from '../../parts/field.tsx'
import { Trouble } from '../../parts/nothing.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'
import { isOfQuantity, useCorrection, useItems } from './use-correction.ts'

interface CorrectChargeProps {
  readonly charge: ChargeRecord
  readonly what: string
  readonly onClose: () => void
  /** It was another room: this one is taken back. */
  readonly onOtherRoom: () => void
}

/** What it should have been: it is taken back, and another stands in its place, in one step. */
export function CorrectCharge({ charge, what, onClose, onOtherRoom }: CorrectChargeProps) {
  const said = useTexts(minibarTexts)
  const items = useItems(charge)
  const { correct, isBusy, failure, forget } = useCorrection(charge, onClose)
  const room = useRoomNames()(charge)
  const [form, setForm] = useState({ item: charge.item, quantity: String(charge.quantity), reason: '' })
  const change = (changed: Partial<typeof form>) => {
    forget()
    setForm({ ...form, ...changed })
  }
  const [quantity, reason] = [Number(form.quantity), form.reason.trim()]
  const max = items.find(({ id }) => id === form.item)?.max ?? 0
  const isOther = form.item !== charge.item || quantity !== charge.quantity
  const isReady = isOther && quantity > 0 && !isTooMany({ max }, quantity) && reason !== ''
  const missing = reason === '' ? said.reasonMissing : null
  return (
    <Dialog title={said.correctTitle(what, room)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          correct({ item: form.item, quantity, reason })
        }}
      >
        <p>{said.correctWhat}</p>
        {items.length === 0 ? null : (
          <Picker
            label={said.item}
            value={form.item}
            options={items.map(({ id, description }) => ({ value: id, word: description }))}
            onChange={({ target }) => change({ item: target.value })}
          />
        )}
        <Quantity
          value={form.quantity}
          max={max}
          failure={failure}
          onType={(typed) => change({ quantity: typed })}
        />
        <Field
          label={said.reason}
          hint={said.reasonHint}
          value={form.reason}
          required
          maxLength={500}
          onChange={({ target }) => change({ reason: target.value })}
        />
        {failure === null || isOfQuantity(failure) ? null : <Trouble error={failure} />}
        <div className="other-room">
          <p className="second">{said.otherRoomHint}</p>
          <Button onClick={onOtherRoom}>{said.toOtherRoom}</Button>
        </div>
        <DialogEnd
          deed={said.correctDeed}
          isReady={isReady}
          why={isOther ? missing : said.nothingChanged}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

interface QuantityProps {
  readonly value: string
  /** 0: as many as one likes, or not known. */
  readonly max: number
  readonly failure: Failure | null
  readonly onType: (typed: string) => void
}

/** What is typed stands in the place of what stood there: when it opens, and when that was refused. */
function Quantity({ value, max, failure, onType }: QuantityProps) {
  const said = useTexts(minibarTexts)
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const isRefused = failure !== null && isOfQuantity(failure)
  useLayoutEffect(() => field.current?.select(), [])
  useEffect(() => {
    if (!isRefused) return
    field.current?.focus()
    field.current?.select()
  }, [isRefused])
  const refusal = isRefused ? failureWords(failure, failures, count) : null
  return (
    <Field
      ref={field}
      label={said.quantity}
      type="number"
      min={1}
      step={1}
      required
      value={value}
      data-autofocus
      wrong={isTooMany({ max }, Number(value)) ? said.tooMany : refusal}
      onChange={({ target }) => onType(target.value)}
      {...(max === 0 ? {} : { max, hint: said.atMost(max) })}
    />
  )
}
