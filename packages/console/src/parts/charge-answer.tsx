import { chargeLook } from '../look/charge-looks.ts'
import { answerWords, chargeTexts } from '../texts/charge-answers.ts'
import { useTexts } from '../texts/speech.ts'
import { Mark } from './icon.tsx'

interface ChargeAnswerProps {
  readonly answer: {
    readonly name: string
    readonly state: string
    readonly since: string | null
    readonly note: string
  }
  /** Says a moment of the hotel. */
  readonly when: (moment: string) => string
}

/** What a connector answered to a charge: how far it has come there. */
export function ChargeAnswer({ answer, when }: ChargeAnswerProps) {
  const said = useTexts(chargeTexts)
  const { state, mark } = chargeLook(answer.state)
  return (
    <span className={`s-${state} answer`} title={answer.note}>
      <Mark name={mark} size="tiny" />
      {answerWords(answer, said, when)}
    </span>
  )
}
