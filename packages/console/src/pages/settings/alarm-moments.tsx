import type { ToldTogether } from '../../hotel/settings/told.ts'
import { useTexts } from '../../texts/speech.ts'
import { CourseMoment } from './course-moment.tsx'
import { settingsTexts, type SettingsTexts } from './texts.ts'

interface AlarmMomentsProps {
  /** Seconds after the time asked for. */
  readonly after: number
  readonly told: readonly ToldTogether[]
}

const LOOK = ['bad', 'triangle'] as const

/** Whom the alarm reaches and when, as long as nobody knows of it. */
export function AlarmMoments({ after, told }: AlarmMomentsProps) {
  const texts = useTexts(settingsTexts)
  if (told.length === 0) return <CourseMoment after={after} look={LOOK} words={texts.toldNobody} />
  return told.map((one, at) => (
    <CourseMoment
      key={`${one.after} ${at}`}
      after={after + one.after}
      look={LOOK}
      words={at === 0 ? texts.step_alarm : texts.stillUnknown}
    >
      <ToldWays told={one} />
    </CourseMoment>
  ))
}

const waysOf = ({ extension, email, server }: ToldTogether, texts: SettingsTexts): readonly string[] => [
  ...(extension === '' ? [] : [texts.toldExtension(extension)]),
  ...(email === '' ? [] : [texts.toldMail(email)]),
  ...(server === '' ? [] : [texts.toldServer(server)]),
]

function ToldWays({ told }: { readonly told: ToldTogether }) {
  const texts = useTexts(settingsTexts)
  return waysOf(told, texts).map((way) => (
    <span className="told" key={way}>
      {way}
    </span>
  ))
}
