import { Link, Redirect, useLocation } from 'wouter'
import { readPart } from '../../kernel/address.ts'
import { useSession } from '../../live/desk.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty } from '../../parts/nothing.tsx'
import { useTexts } from '../../texts/speech.ts'
import { DemonstrationNote } from './demonstration-note.tsx'
import { SiteFileLink } from './site-file-link.tsx'
import { PAGES, type SettingsPage } from './pages.ts'
import { SettingsStage } from './stage.tsx'
import { settingsTexts } from './texts.ts'
import './settings.css'

const PHONE = '(max-width: 719px)'

/** Everything that can be set, one page for each kind of thing. */
export default function Settings() {
  const texts = useTexts(settingsTexts)
  const [address] = useLocation()
  const pages = usePages()
  const [, , id = '', place = ''] = address.split('/').map(readPart)
  const page = pages.find((one) => one.id === id)
  const isIndex = id === ''
  if (isIndex && !matchMedia(PHONE).matches)
    return <Redirect to={`/settings/${pages[0]?.id ?? ''}`} replace />
  return (
    <div className={isIndex ? 'settings at-index' : place === '' ? 'settings at-list' : 'settings at-form'}>
      <h1 className="heard-only">{texts.settings}</h1>
      <nav className="settings-nav" aria-label={texts.settings}>
        <p className="settings-title">{texts.settings}</p>
        <ul>
          {pages.map((one) => (
            <li key={one.id}>
              <Link href={`/settings/${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
                <Icon name={one.icon} size="small" />
                {texts[one.title]}
              </Link>
            </li>
          ))}
        </ul>
        <SiteFileLink />
        <DemonstrationNote />
      </nav>
      {page === undefined ? (
        isIndex ? null : (
          <Empty>{texts.noSuch}</Empty>
        )
      ) : (
        <Stage page={page} place={place} />
      )}
    </div>
  )
}

/** The settings of the whole site are for accounts without a tenant. */
function usePages(): readonly SettingsPage[] {
  const { tenant } = useSession()
  if (tenant === '') return PAGES
  return PAGES.filter(({ things }) => things.length > 0).map((page) => ({ ...page, sections: [] }))
}

/** What is charged is looked after by who may charge it: whoever may not is told who can give it to them. */
function Stage({ page, place }: { readonly page: SettingsPage; readonly place: string }) {
  const texts = useTexts(settingsTexts)
  const { permissions, account } = useSession()
  if (page.id !== 'items' || permissions.includes('inventory'))
    return <SettingsStage key={page.id} page={page} place={place} />
  return (
    <div className="nothing">
      <h2>{texts[page.title]}</h2>
      <p>{texts.itemsNeed}</p>
      <Link className="button" href={`/settings/users/${encodeURIComponent(account)}`}>
        {texts.itemsNeedLink}
      </Link>
    </div>
  )
}
