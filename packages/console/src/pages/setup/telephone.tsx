import type { LineTrialReply } from '@reveille/contract'
import { type SubmitEvent, useState } from 'react'
import { findingsOfTrial, troubleIn } from '../../hotel/line-trial.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Tick } from '../../parts/field.tsx'
import { CheckLine, LineVerdict } from '../../parts/line-proof.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed } from './step.tsx'
import { Talk } from './talk.tsx'
import { type SetupTexts, setupTexts } from './texts.ts'

const KINDS = ['freepbx', 'threecx', 'mitel', 'avaya', 'cisco', 'yeastar', 'other', 'builtIn'] as const
type Kind = (typeof KINDS)[number]

interface Called {
  /** What it calls the name to log in with, where that is not the extension. */
  readonly name: keyof SetupTexts | null
  readonly secret: keyof SetupTexts
  /** Where both are found there. */
  readonly hint: keyof SetupTexts
}

/** What each exchange calls what a telephone logs in with. */
const CALLED = {
  freepbx: { name: null, secret: 'secret', hint: 'freepbxHint' },
  threecx: { name: 'authName', secret: 'authPassword', hint: 'threecxHint' },
  mitel: { name: null, secret: 'sipPassword', hint: 'mitelHint' },
  avaya: { name: null, secret: 'loginCode', hint: 'avayaHint' },
  cisco: { name: 'endUser', secret: 'digest', hint: 'ciscoHint' },
  yeastar: { name: 'registrationName', secret: 'registrationPassword', hint: 'yeastarHint' },
  other: { name: 'loginName', secret: 'secret', hint: 'otherHint' },
  builtIn: { name: null, secret: 'secret', hint: 'otherHint' },
} as const satisfies Readonly<Record<Kind, Called>>

interface LineFields {
  readonly server: string
  readonly extension: string
  readonly authName: string
  readonly secret: string
  readonly calls: string
  /** False for an exchange that knows us by our address, and for a telephone. */
  readonly registers: boolean
}

const EMPTY: LineFields = { server: '', extension: '', authName: '', secret: '', calls: '2', registers: true }

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
          <StepHead step="telephone" title={said.phoneTitle} lead={said.phoneLead} />
          <Kinds kind={kind} onChoose={setKind} />
          {kind === 'builtIn' ? (
            <div className="built-in">
              <p>{said.builtInLead}</p>
              <Button look="main" asks disabled={isBusy} onClick={() => void useBuiltIn()}>
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
function lineOf({ server, extension, authName, secret, calls, registers }: LineFields) {
  const host = server.trim()
  return {
    uri: `sip:${extension.trim()}@${host.replace(/:\d+$/, '')}`,
    name: extension.trim(),
    registrar: host,
    ...(authName.trim() === '' ? {} : { username: authName.trim() }),
    ...(secret === '' ? {} : { password: secret }),
    calls: Math.max(1, Number(calls) || 1),
    register: registers,
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
  const called = CALLED[kind]
  const set = (name: Exclude<keyof LineFields, 'registers'>) => ({
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
      {called.name === null ? null : (
        <Field label={said[called.name]} {...set('authName')} spellCheck={false} autoComplete="off" />
      )}
      <SecretInput
        label={said[called.secret]}
        {...set('secret')}
        aria-invalid={trouble === 'password'}
        hint={said[called.hint]}
      />
      <Field label={said.atOnce} {...set('calls')} inputMode="numeric" />
      <Tick
        checked={fields.registers}
        onChange={({ target }) => onChange({ registers: target.checked })}
        aria-invalid={trouble === 'no-registrar'}
      >
        {said.registers}
      </Tick>
      <div className="try">
        <Button
          type="submit"
          asks
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
  const trouble = troubleIn(trial)
  return (
    <>
      <LineVerdict findings={findingsOfTrial(trial, fields.extension)}>
        <CheckLine is="open">{said.soundLater}</CheckLine>
      </LineVerdict>
      {trouble === null ? (
        <div>
          <Button look="main" asks disabled={isBusy} onClick={onSave}>
            {said.saveLine}
          </Button>
        </div>
      ) : null}
    </>
  )
}
