import { Link } from 'wouter'
import { useSession } from '../../live/desk.ts'
import { Empty } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { minibarTexts } from './texts.ts'

/** Nothing can be charged yet: whoever can change that is led there. */
export function NoItems() {
  const said = useTexts(minibarTexts)
  const { permissions } = useSession()
  return (
    <Empty>
      <p>{said.noItems}</p>
      {permissions.includes('administrator') ? (
        <Link className="button" href="/settings/items">
          {said.toItems}
        </Link>
      ) : null}
    </Empty>
  )
}
