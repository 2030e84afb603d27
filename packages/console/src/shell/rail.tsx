import { Link, useLocation } from 'wouter'
import { Icon } from '../parts/icon.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { isAt, type PageRoute } from './route.ts'

interface RailProps {
  readonly routes: readonly PageRoute[]
  readonly alarms: { readonly count: number; readonly isRed: boolean }
}

/** The pages at the side, in groups. */
export function Rail({ routes, alarms }: RailProps) {
  const said = useTexts(shellTexts)
  const [address] = useLocation()
  const shown = routes.filter(({ group }) => group !== null)
  return (
    <nav className="rail" aria-label={said.pages}>
      <ul>
        {shown.map((route, at) => (
          <li key={route.path} className={route.group === shown[at - 1]?.group ? undefined : 'first'}>
            <RailLink route={route} isHere={isAt(address, route.path)} alarms={alarms} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RailLinkProps {
  readonly route: PageRoute
  readonly isHere: boolean
  readonly alarms: RailProps['alarms']
}

function RailLink({ route: { path, icon, title }, isHere, alarms }: RailLinkProps) {
  const said = useTexts(shellTexts)
  const count = path === '/alarms' ? alarms.count : 0
  return (
    <Link href={path} aria-current={isHere ? 'page' : undefined} title={said[title]}>
      <Icon name={icon} />
      <span className="word">{said[title]}</span>
      {count === 0 ? null : <b className={alarms.isRed ? 'count bad' : 'count'}>{count}</b>}
    </Link>
  )
}
