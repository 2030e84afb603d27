import { type SubmitEvent, useState } from 'react'
import { browserIds } from '../../kernel/ids.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { AddressCode, OnlyHere } from '../../parts/address-code.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed, useWrong } from './step.tsx'
import { setupTexts } from './texts.ts'

const JOBS = {
  jobDesk: ['frontdesk'],
  jobHouse: [],
  jobBar: ['inventory'],
  jobManager: ['frontdesk', 'review', 'correct'],
} as const
type Job = keyof typeof JOBS
const NAMES: readonly Job[] = ['jobDesk', 'jobHouse', 'jobBar', 'jobManager']

interface Slip {
  readonly username: string
  readonly password: string
  readonly job: Job
}

const PASSWORD_LENGTH = 12
/** Where the server says that there is one of this name already: of the whole, which here is the name. */
const TAKEN = ''

/** Accounts, each with a slip to hand over. */
export function PeopleStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const [name, setName] = useState('')
  const [job, setJob] = useState<Job>('jobDesk')
  const [slips, setSlips] = useState<readonly Slip[]>([])
  const { isBusy, failure, act } = useDeed()
  const wrong = useWrong(failure)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const slip = { username: name.trim(), password: readable(PASSWORD_LENGTH), job }
    void act(async () => {
      const { username, password } = slip
      await client.call('user.add', { body: { username, password, permissions: [...JOBS[job]] } })
      setSlips([...slips, slip])
      setName('')
      props.onChange()
    })
  }
  return (
    <main className="sheet">
      <div className="step">
        <StepHead step="people" title={said.peopleTitle} lead={said.peopleLead} />
        <form className="one-line" onSubmit={submit}>
          <Field
            label={said.person}
            value={name}
            onChange={({ target }) => setName(target.value)}
            wrong={wrong('username', TAKEN)}
            autoCapitalize="none"
            autoComplete="off"
            autoFocus
            required
          />
          <label className="field">
            <span className="label">{said.job}</span>
            <select
              className="input"
              value={job}
              onChange={({ target }) => setJob(NAMES.find((one) => one === target.value) ?? 'jobDesk')}
            >
              {NAMES.map((one) => (
                <option key={one} value={one}>
                  {said[one]}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" look="main" icon="plus" asks disabled={isBusy}>
            {said.addPerson}
          </Button>
        </form>
        <Refused failure={failure} beside={['username', TAKEN]} />
        {slips.length === 0 ? null : <Slips slips={slips} />}
      </div>
      <Foot {...props} skip={said.peopleSkip} isDone={props.progress.done.people} />
    </main>
  )
}

function Slips({ slips }: { readonly slips: readonly Slip[] }) {
  const said = useTexts(setupTexts)
  const { site } = useSession()
  return (
    <section className="slips" aria-label={said.slips}>
      <div className="slip-head">
        <p className="second small">{said.slipsHint}</p>
        <OnlyHere />
        <Button icon="print" onClick={() => print()}>
          {said.printSlips}
        </Button>
      </div>
      <ul>
        {slips.map(({ username, password, job }) => (
          <li key={username}>
            <b>{site.name}</b>
            <span className="second">{said[job]}</span>
            <code>{location.origin}</code>
            <AddressCode />
            <dl>
              <dt>{said.person}</dt>
              <dd>{username}</dd>
              <dt>{said.password}</dt>
              <dd>{password}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** No 0/O, 1/l/I: it is read from paper. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

const readable = (length: number): string =>
  Array.from({ length }, () => READABLE[Math.floor(browserIds.chance() * READABLE.length)] ?? 'a').join('')
