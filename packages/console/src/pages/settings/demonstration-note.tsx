import { Link } from 'wouter'
import { useSession } from '../../live/desk.ts'
import { useWelcome } from '../../live/use-welcome.ts'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

/** What is set here is for trying out only; whoever has seen enough begins a hotel of their own. */
export function DemonstrationNote() {
  const texts = useTexts(settingsTexts)
  const { tenant } = useSession()
  const house = useWelcome()
  if (tenant !== '' || house?.state !== 'demonstration') return null
  return (
    <p className="demonstration small">
      {texts.demonstration} <Link href="/setup">{texts.startOwn}</Link>
    </p>
  )
}
