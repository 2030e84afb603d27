import type { LineTrialReply } from '@reveille/contract'
import { type SubmitEvent, useState } from 'react'
import { troubleIn } from '../../hotel/line-trial.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { explained, lineTexts } from '../../texts/lines.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed } from './step.tsx'
import { Talk } from './talk.tsx'
import { setupTexts } from './texts.ts'
import { CheckLine, TroubleBox } from './trouble-box.tsx'

const KINDS = ['freepbx', 'threecx', 'other', 'builtIn'] as const
type Kind = (typeof KINDS)[number]

interface LineFields {
  readonly server: string
  readonly extension: string
  readonly authName: string
  readonly secret: string
  readonly calls: string
}

const EMPTY: LineFields = { server: '', extension: '', authName: '', secret: '', calls: '2' }

/** The exchange, and one extension of it that is ours: tried before it is saved. */
export function TelephoneStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const [kind, setKind] = useState<Kind>('freepbx')
  const [fields, setFields] = useState(EMPTY)
  const [trial, setTrial] = useState<LineTrialReply | null>(null)
  const { isBusy, failure, act } = useDeed()
  const { done, line } = props.progress
  const change = (some: Partial<LineFields>) => {
    setFields({ ...fields, ...some })
    setTrial(null)
  }
  const saveWith = async (work: () => Promise<void>) => {
    await work()
    props.onChange()
    props.onNext()
  }
  const tryIt = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void act(async () => setTrial(await client.call('line.try', { body: lineOf(fields) })))
  }
  const save = () =>
    act(() =>
      saveWith(async () => {
        if (!done.telephone || line === 'virtual') await client.call('line.add', { body: lineOf(fields) })
        else await client.call('line.change', { params: { key: line ?? '' }, body: lineOf(fields) })
        await client.call('site.change', { body: { telephony: { mode: 'sip' } } })
      }),
    )
  const useBuiltIn = () =>
    act(() =>
      saveWith(async () => {
        await client.call('site.change', { body: { telephony: { mode: 'virtual' } } })
      }),
    )
  return (
    <>
      <main className="sheet">
        <form className="step" onSubmit={tryIt}>
          <StepHead title={said.phoneTitle} lead={said.phoneLead} />
          <Kinds kind={kind} onChoose={setKind} />
          {kind === 'builtIn' ? (
            <div className="built-in">
              <p>{said.builtInLead}</p>
              <Button look="main" disabled={isBusy} onClick={() => void useBuiltIn()}>
                {said.useBuiltIn}
              </Button>
            </div>
          ) : (
            <LineForm kind={kind} fields={fields} onChange={change} isBusy={isBusy} trial={trial} />
          )}
          <Refused failure={failure} />
          {trial === null || kind === 'builtIn' ? null : (
            <Tried trial={trial} fields={fields} isBusy={isBusy} onSave={() => void save()} />
          )}
          {done.telephone && trial === null ? <p className="second">{said.lineThere(line ?? '')}</p> : null}
        </form>
        <Foot {...props} skip={said.phoneSkip} isDone={done.telephone} />
      </main>
      {trial === null || kind === 'builtIn' ? null : <Talk trial={trial} name={fields.extension} />}
    </>
  )
}

/** A line as it would be saved. */
function lineOf({ server, extension, authName, secret, calls }: LineFields) {
  const host = server.trim()
  return {
    uri: `sip:${extension.trim()}@${host.replace(/:\d+$/, '')}`,
    name: extension.trim(),
    registrar: host,
    ...(authName.trim() === '' ? {} : { username: authName.trim() }),
    ...(secret === '' ? {} : { password: secret }),
    calls: Math.max(1, Number(calls) || 1),
  }
}

function Kinds({ kind, onChoose }: { readonly kind: Kind; readonly onChoose: (kind: Kind) => void }) {
  const said = useTexts(setupTexts)
  return (
    <fieldset className="pick">
      <legend>{said.exchange}</legend>
      {KINDS.map((one) => (
        <label key={one} className={one === kind ? 'on' : ''}>
          <input type="radio" name="exchange" checked={one === kind} onChange={() => onChoose(one)} />
          {said[one]}
        </label>
      ))}
    </fieldset>
  )
}

interface LineFormProps {
  readonly kind: Kind
  readonly fields: LineFields
  readonly onChange: (some: Partial<LineFields>) => void
  readonly isBusy: boolean
  readonly trial: LineTrialReply | null
}

function LineForm({ kind, fields, onChange, isBusy, trial }: LineFormProps) {
  const said = useTexts(setupTexts)
  const trouble = trial === null ? null : troubleIn(trial)
  const set = (name: keyof LineFields) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <div className="line-form">
      <Field
        label={said.server}
        {...set('server')}
        hint={said.serverHint}
        aria-invalid={trouble === 'silence' || trouble === 'no-way'}
        spellCheck={false}
        autoFocus
        required
      />
      <Field label={said.extension} {...set('extension')} spellCheck={false} required />
      {kind === 'threecx' ? <Field label={said.authName} {...set('authName')} spellCheck={false} /> : null}
      <Field
        label={kind === 'threecx' ? said.authPassword : said.secret}
        {...set('secret')}
        type="password"
        autoComplete="off"
        aria-invalid={trouble === 'password'}
        hint={kind === 'freepbx' ? said.freepbxHint : said.otherHint}
      />
      <Field label={said.atOnce} {...set('calls')} inputMode="numeric" />
      <div className="try">
        <Button
          type="submit"
          look={trial === null || trouble !== null ? 'main' : undefined}
          disabled={isBusy}
        >
          {isBusy ? said.trying : said.tryIt}
        </Button>
      </div>
    </div>
  )
}

interface TriedProps {
  readonly trial: LineTrialReply
  readonly fields: LineFields
  readonly isBusy: boolean
  readonly onSave: () => void
}

function Tried({ trial, fields, isBusy, onSave }: TriedProps) {
  const said = useTexts(setupTexts)
  const words = useTexts(lineTexts)
  const { number } = useFormat()
  const trouble = troubleIn(trial)
  const [reach, register] = trial.steps
  const failed = trial.steps.find(({ ok }) => !ok)
  const exact =
    failed?.status == null ? '' : words.exchangeSays(failed.status, failed.reason.replace(/^\d+ /, ''))
  const place = { place: trial.exchange.replace(/:5060$/, ''), name: fields.extension }
  return (
    <>
      {trouble === null ? null : <TroubleBox {...explained(words, trouble, place)} exact={exact} />}
      <ul className="checks">
        <CheckLine is={reach?.ok === true ? 'well' : 'wrong'}>
          {reach?.ok === true ? said.reaches(number(reach.ms)) : said.reach}
        </CheckLine>
        <CheckLine is={register === undefined ? 'open' : register.ok ? 'well' : 'wrong'}>
          {said.registers(fields.extension)}
        </CheckLine>
        <CheckLine is="open">{said.soundLater}</CheckLine>
      </ul>
      {trouble === null ? (
        <div>
          <Button look="main" disabled={isBusy} onClick={onSave}>
            {said.saveLine}
          </Button>
        </div>
      ) : null}
    </>
  )
}
