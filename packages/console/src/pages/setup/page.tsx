import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useDesk } from '../../live/desk.ts'
import { useHalfDone, useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Mark } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { SunSign } from '../../parts/sun-sign.tsx'
import { useTexts } from '../../texts/speech.ts'
import { ClaimStep } from './claim.tsx'
import { DeskStep } from './desk-step.tsx'
import { HotelStep } from './hotel-step.tsx'
import { LeaveStep } from './leave.tsx'
import { PeopleStep } from './people.tsx'
import { type Progress, useProgress } from './progress.ts'
import { ProveStep } from './prove.tsx'
import { RingStep } from './ring.tsx'
import { RoomsStep } from './rooms-step.tsx'
import { MINUTES, type StepName, type StepProps, STEPS } from './step.tsx'
import { TelephoneStep } from './telephone.tsx'
import { setupTexts } from './texts.ts'
import './setup.css'

/** From an empty machine to the first rung phone, in eight steps that can be left and come back to. */
export default function SetupPage() {
  const said = useTexts(setupTexts)
  const { client, sessions } = useDesk()
  const state = useWatched(sessions.state)
  // A step holds what stands in it, and a telephone may ring for it just now.
  useHalfDone(true)
  const welcome = useQuery({ queryKey: ['welcome'], queryFn: () => client.call('setup.welcome', {}) })
  useEffect(() => {
    document.title = said.product
  }, [said])
  if (welcome.error !== null) return <Trouble error={welcome.error} onRetry={() => void welcome.refetch()} />
  if (welcome.data === undefined || state.kind === 'unknown') return <Skeleton rows={8} />
  if (state.kind === 'nobody') return <Stranger isNew={welcome.data.state === 'new'} />
  const { permissions, tenant } = state.session
  if (!permissions.includes('administrator') || tenant !== '') return <NotYours />
  if (welcome.data.state === 'demonstration')
    return <LeaveStep name={welcome.data.name} onLeft={() => void welcome.refetch()} />
  return <Known />
}

/** The one step that needs nobody who is known. */
function Stranger({ isNew }: { readonly isNew: boolean }) {
  const said = useTexts(setupTexts)
  const [, go] = useLocation()
  return (
    <div className="setup">
      <StepList at="claim" done={null} />
      <main className="sheet">
        {isNew ? (
          <ClaimStep onNext={() => go('/setup/hotel')} />
        ) : (
          <>
            <h1>{said.claimed}</h1>
            <div>
              <Button look="main" onClick={() => go('/')}>
                {said.signIn}
              </Button>
            </div>
          </>
        )}
      </main>
    </div>
  )
}

function NotYours() {
  const said = useTexts(setupTexts)
  const [, go] = useLocation()
  return (
    <main className="nothing">
      <h1>{said.noPermission}</h1>
      <Button onClick={() => go('/')}>{said.toConsole}</Button>
    </main>
  )
}

function Known() {
  const { data, error, refetch } = useProgress()
  const [address, go] = useLocation()
  const named = STEPS.find((one) => address === `/setup/${one}`)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={8} />
  const at = named === undefined || named === 'claim' ? firstLeft(data) : named
  return (
    <div className="setup">
      <StepList at={at} done={data.done} onGo={(step) => go(`/setup/${step}`)} />
      <CurrentStep at={at} progress={data} onChange={() => void refetch()} />
    </div>
  )
}

const firstLeft = ({ done }: Progress): StepName => STEPS.find((step) => !done[step]) ?? 'prove'

interface CurrentProps {
  readonly at: StepName
  readonly progress: Progress
  readonly onChange: () => void
}

function CurrentStep({ at, progress, onChange }: CurrentProps) {
  const said = useTexts(setupTexts)
  const [, go] = useLocation()
  const index = STEPS.indexOf(at)
  const [before, after] = [STEPS[Math.max(1, index - 1)], STEPS[index + 1]]
  const props: StepProps & { readonly progress: Progress; readonly onChange: () => void } = {
    onNext: () => go(after === undefined ? '/' : `/setup/${after}`),
    onBack: () => go(`/setup/${before}`),
    next: after === undefined ? said.finish : said.next(said[after]),
    progress,
    onChange,
  }
  switch (at) {
    case 'rooms':
      return <RoomsStep {...props} />
    case 'telephone':
      return <TelephoneStep {...props} />
    case 'ring':
      return <RingStep {...props} />
    case 'desk':
      return <DeskStep {...props} />
    case 'people':
      return <PeopleStep {...props} />
    case 'prove':
      return <ProveStep {...props} />
    case 'claim':
    case 'hotel':
      return <HotelStep {...props} />
  }
}

/** What is not done yet; before anybody is known, everything. */
const minutesLeft = (done: Progress['done'] | null): number =>
  STEPS.filter((step) => done?.[step] !== true).reduce((sum, step) => sum + MINUTES[step], 0)

interface StepListProps {
  readonly at: StepName
  /** Null before anybody is known. */
  readonly done: Progress['done'] | null
  readonly onGo?: (step: StepName) => void
}

function StepList({ at, done, onGo }: StepListProps) {
  const said = useTexts(setupTexts)
  const [, go] = useLocation()
  return (
    <nav className="steps" aria-label={said.steps}>
      <div className="brand">
        <SunSign />
        {said.product}
      </div>
      <ol>
        {STEPS.map((step, index) => (
          <li
            key={step}
            aria-current={step === at && onGo === undefined ? 'step' : undefined}
            className={step === at ? 'on' : done?.[step] === true ? 'done s-good' : ''}
          >
            <span className="no" aria-hidden="true">
              {done?.[step] === true && step !== at ? <Mark name="tick" size="tiny" /> : index + 1}
            </span>
            {onGo === undefined || step === 'claim' ? (
              <span>{said[step]}</span>
            ) : (
              <button
                type="button"
                onClick={() => onGo(step)}
                aria-current={step === at ? 'step' : undefined}
              >
                {said[step]}
              </button>
            )}
            <small>{said.short(MINUTES[step])}</small>
          </li>
        ))}
      </ol>
      <div className="stop">
        <p className="second small">{said.left(minutesLeft(done))}</p>
        <p className="second small">{said.stop}</p>
        {done === null ? null : <Button onClick={() => go('/')}>{said.toConsole}</Button>}
      </div>
    </nav>
  )
}
