import { Link } from 'wouter'
import { useSession } from '../../live/desk.ts'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'

/** Nothing can be reported of a room yet: whoever can change that is led there. */
export function NoStates() {
  const said = useTexts(boardTexts)
  const { permissions } = useSession()
  return (
    <p className="second">
      {said.noTypes}{' '}
      {permissions.includes('administrator') ? <Link href="/settings/status">{said.toStates}</Link> : null}
    </p>
  )
}
