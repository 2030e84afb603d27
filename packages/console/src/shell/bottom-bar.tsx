import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { isAt, type PageRoute } from './route.ts'

/** Three pages and the way to the rest, under the thumb. */
const MOST = 4

export function BottomBar({ routes }: { readonly routes: readonly PageRoute[] }) {
  const said = useTexts(shellTexts)
  const shown = routes.filter(({ group }) => group !== null)
  const isAll = shown.length <= MOST
  const [near, far] = isAll ? [shown, []] : [shown.slice(0, MOST - 1), shown.slice(MOST - 1)]
  if (shown.length < 2) return null
  return (
    <nav className="tabs" aria-label={said.pages}>
      {near.map((route) => (
        <Tab key={route.path} route={route} />
      ))}
      {far.length === 0 ? null : <Further routes={far} />}
    </nav>
  )
}

function Tab({
  route: { path, icon, title },
  onClick,
}: {
  readonly route: PageRoute
  readonly onClick?: () => void
}) {
  const said = useTexts(shellTexts)
  const [address] = useLocation()
  return (
    <Link href={path} aria-current={isAt(address, path) ? 'page' : undefined} onClick={onClick}>
      <Icon name={icon} />
      <span>{said[title]}</span>
    </Link>
  )
}

function Further({ routes }: { readonly routes: readonly PageRoute[] }) {
  const said = useTexts(shellTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Icon name="more" />
        <span>{said.more}</span>
      </button>
      {isOpen ? (
        <Dialog title={said.more} onClose={() => setOpen(false)}>
          <div className="further-pages">
            {routes.map((route) => (
              <Tab key={route.path} route={route} onClick={() => setOpen(false)} />
            ))}
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
