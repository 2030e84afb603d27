import { type ReactNode, useState } from 'react'
import { asFailure, type Failure } from '../../kernel/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { failureTexts, failureWords } from '../../texts/failures.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type SetupTexts, setupTexts } from './texts.ts'

export const STEPS = [
  'claim',
  'hotel',
  'rooms',
  'telephone',
  'ring',
  'desk',
  'people',
  'prove',
] as const satisfies readonly (keyof SetupTexts)[]
export type StepName = (typeof STEPS)[number]

/** How long each of them takes, in minutes, when nothing goes wrong. */
export const MINUTES: Readonly<Record<StepName, number>> = {
  claim: 0.5,
  hotel: 0.5,
  rooms: 1.5,
  telephone: 3,
  ring: 1,
  desk: 1,
  people: 1.5,
  prove: 2,
}

/** What every step is given: where it stands among the others. */
export interface StepProps {
  readonly onNext: () => void
  readonly onBack: () => void
  /** The name of the step that follows. */
  readonly next: string
}

/** Something that is asked of the server: busy, and what went wrong. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const act = async (deed: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await deed()
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, act }
}

export function Refused({ failure, words }: { readonly failure: Failure | null; readonly words?: string }) {
  const said = useTexts(failureTexts)
  const { count } = useFormat()
  if (failure === null) return null
  const sentence = failure.told?.description ?? ''
  return (
    <p className="refused s-bad" role="alert">
      <Icon name="alarms" size="small" />
      <span>{words ?? failureWords(failure, said, count)}</span>
      {sentence === '' || words !== undefined ? null : <span lang="en">{sentence}</span>}
    </p>
  )
}

interface FootProps extends StepProps {
  /** What it means to leave this step for later; nothing once it is done. */
  readonly skip: string
  readonly isDone: boolean
  /** Whoever goes on saves what stands there. */
  readonly asks?: boolean
}

export function Foot({ onNext, onBack, next, skip, isDone, asks = false }: FootProps) {
  const said = useTexts(setupTexts)
  return (
    <footer>
      <Button onClick={onBack}>{said.back}</Button>
      <span className="grow" />
      {isDone ? null : <span className="second small">{skip}</span>}
      {isDone ? null : (
        <Button asks={asks} onClick={onNext}>
          {said.later}
        </Button>
      )}
      {isDone ? (
        <Button look="main" asks={asks} onClick={onNext}>
          {next}
        </Button>
      ) : null}
    </footer>
  )
}

interface HeadProps {
  readonly step: StepName
  readonly title: string
  readonly lead: ReactNode
}

export function StepHead({ step, title, lead }: HeadProps) {
  const said = useTexts(setupTexts)
  return (
    <header>
      <h1>{title}</h1>
      <p className="second lead">{lead}</p>
      <p className="takes second small">
        <Icon name="clock" size="tiny" />
        {said.takes(MINUTES[step])}
      </p>
    </header>
  )
}
