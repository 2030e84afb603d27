import { type ReactNode, useState } from 'react'
import { asFailure, type Failure, type ToldProblem } from '../../kernel/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { failureTexts, failureWords, moreToTell } from '../../texts/failures.ts'
import { mistakeTexts, mistakeWords } from '../../texts/mistakes.ts'
import { useFormat, useLanguage, useTexts } from '../../texts/speech.ts'
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

/** What the server says is wrong with one of these fields, as it calls them. */
export function useWrong(failure: Failure | null): (...fields: readonly string[]) => string | null {
  const wordsOf = useMistakeWords()
  return (...fields) => {
    const problem = failure?.told?.problems.find(({ field }) => fields.includes(field))
    return problem === undefined ? null : wordsOf(problem)
  }
}

function useMistakeWords(): (problem: ToldProblem) => string {
  const said = useTexts(mistakeTexts)
  const language = useLanguage()
  return (problem) => mistakeWords(problem, said, language) ?? said.rule
}

interface RefusedProps {
  readonly failure: Failure | null
  readonly words?: string
  /** Fields of the server's that stand in the step: what is wrong with them is said there. */
  readonly beside?: readonly string[]
}

export function Refused({ failure, words, beside = [] }: RefusedProps) {
  const said = useTexts(failureTexts)
  const wordsOf = useMistakeWords()
  const { count } = useFormat()
  if (failure === null) return null
  const problems = failure.told?.problems ?? []
  const elsewhere = problems.filter(({ field }) => !beside.includes(field)).map(wordsOf)
  const sentence = problems.length > 0 || words !== undefined ? '' : moreToTell(failure)
  return (
    <p className="refused s-bad" role="alert">
      <Icon name="alarms" size="small" />
      <span>{words ?? (elsewhere.join(' ') || failureWords(failure, said, count))}</span>
      {sentence === '' ? null : <span lang="en">{sentence}</span>}
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
