import type { LineTrialReply } from '@reveille/contract'
import { type SubmitEvent, useState } from 'react'
import type { Client } from '../../api/client.ts'
import { findingsOfTrial, troubleIn } from '../../hotel/line-trial.ts'
import {
  fieldsOf,
  isOther,
  lineAs,
  type LineFields,
  type LineSaving,
  NO_LINE,
  savingOf,
} from '../../hotel/setup/line.ts'
import type { Failure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Tick } from '../../parts/field.tsx'
import { CheckLine, LineVerdict } from '../../parts/line-proof.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import type { Progress } from './progress.ts'
import { Foot, StepHead, Refused, useDeed, useWrong } from './step.tsx'
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

/** As the server calls what stands here. */
const PLACES = ['uri', 'registrar', 'username', 'password', 'calls', 'name', '']

/** The exchange, and one extension of it that is ours: tried before it is saved. */
export function TelephoneStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const { done, saved } = props.progress
  const [kind, setKind] = useState(() => kindOf(props.progress))
  const before = saved === null ? NO_LINE : fieldsOf(saved)
  const [fields, setFields] = useState(before)
  const [trial, setTrial] = useState<LineTrialReply | null>(null)
  const { isBusy, failure, act } = useDeed()
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
    void act(async () => setTrial(await client.call('line.try', { body: lineAs(saved, fields) })))
  }
  const save = () =>
    act(() =>
      saveWith(async () => {
        await send(client, savingOf(saved, fields))
        await client.call('site.change', { body: { telephony: { mode: 'sip' } } })
      }),
    )
  const hasSecret = saved?.passwordSet === true && before.extension === fields.extension
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
            <LineForm {...{ kind, fields, isBusy, trial, failure }} hasSecret={hasSecret} onChange={change} />
          )}
          <Refused failure={failure} beside={kind === 'builtIn' ? [] : PLACES} />
          {trial === null || kind === 'builtIn' ? null : (
            <Tried trial={trial} fields={fields} isBusy={isBusy} onSave={() => void save()} />
          )}
          {done.telephone && trial === null ? (
            <p className="second">
              {(isOther(before, fields) ? said.lineChanged : said.lineThere)(saved?.name ?? '')}
            </p>
          ) : null}
        </form>
        <Foot {...props} skip={said.phoneSkip} isDone={done.telephone} />
      </main>
      {trial === null || kind === 'builtIn' ? null : <Talk trial={trial} name={fields.extension} />}
    </>
  )
}

/** How a saved line is shown again: which exchange it was is not kept, and any of them may have a login name. */
const kindOf = ({ line, saved }: Progress): Kind =>
  line === 'virtual' ? 'builtIn' : saved === null ? 'freepbx' : 'other'

async function send(client: Client, saving: LineSaving): Promise<void> {
  if (saving.is === 'change') {
    await client.call('line.change', { params: { key: saving.name }, body: saving.body })
    return
  }
  await client.call('line.add', { body: saving.body })
  if (saving.is === 'replace') await client.call('line.remove', { params: { key: saving.name } })
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

/** What a trial has found wrong is explained below the fields: here its field is marked only. */
const marked = (isWrong: boolean) => (isWrong ? { 'aria-invalid': true } : {})

interface LineFormProps {
  readonly kind: Kind
  readonly fields: LineFields
  readonly onChange: (some: Partial<LineFields>) => void
  readonly isBusy: boolean
  readonly trial: LineTrialReply | null
  readonly failure: Failure | null
  /** One is stored for this extension. */
  readonly hasSecret: boolean
}

function LineForm({ kind, fields, onChange, isBusy, trial, failure, hasSecret }: LineFormProps) {
  const said = useTexts(setupTexts)
  const wrong = useWrong(failure)
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
        wrong={wrong('registrar')}
        {...marked(trouble === 'silence' || trouble === 'no-way')}
        spellCheck={false}
        autoFocus
        required
      />
      <Field
        label={said.extension}
        {...set('extension')}
        wrong={
          wrong('name', '') ??
          (wrong('uri') === null || wrong('registrar') !== null ? null : said.extensionWrong)
        }
        spellCheck={false}
        required
      />
      {called.name === null ? null : (
        <Field
          label={said[called.name]}
          {...set('authName')}
          wrong={wrong('username')}
          spellCheck={false}
          autoComplete="off"
        />
      )}
      <SecretInput
        label={said[called.secret]}
        {...set('secret')}
        wrong={wrong('password')}
        {...marked(trouble === 'password')}
        hint={hasSecret ? said.secretKept : said[called.hint]}
      />
      <Field label={said.atOnce} {...set('calls')} wrong={wrong('calls')} inputMode="numeric" />
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
      <LineVerdict findings={findingsOfTrial(trial, fields.extension, fields.registers)}>
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
