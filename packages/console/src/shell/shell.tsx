import { Suspense, useMemo, useState } from 'react'
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter'
import type { Session } from '../api/session.ts'
import { alarmListIn } from '../hotel/alarm.ts'
import { mayAsk, useDesk, useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { isOnPhone } from '../parts/media.ts'
import { OfPage } from '../parts/of-page.tsx'
import { PageKeyBook, PageKeyContext } from '../parts/page-keys.ts'
import { useToast } from '../parts/toasts.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { AlarmBanner } from './alarm-banner.tsx'
import { Barriers } from './barriers.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { type Command, deedsOf } from './commands.ts'
import { useConsole } from './console.ts'
import { useCutWords } from './cut-words.ts'
import { useFound } from './found.ts'
import { KeyList } from './key-list.tsx'
import { useKeyPresses } from './keys.ts'
import { PageFrame } from './page-frame.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { homeAmong, isAt, type PageRoute, type PanelRoute, routesFor } from './route.ts'
import { useTenantInAddress } from './tenant-in-address.ts'
import { TopLine } from './top-line.tsx'
import { useAlarmSigns, useOpenAlarms } from './use-alarms.ts'

/** Somebody who may use one page only needs no rail to it. */
const RAIL_FROM = 2

/** The frame around every page, for somebody who is signed in. */
export function Shell() {
  const session = useSession()
  const { routes, panels } = useConsole()
  const said = useTexts(shellTexts)
  const [address] = useLocation()
  const mine = useMemo(() => routesFor(routes, session), [routes, session])
  const [over, setOver] = useState<'nothing' | 'palette' | 'keys'>('nothing')
  const close = () => setOver('nothing')
  const alarms = useOpenAlarms()
  const isListed = useListsAlarms(address)
  const here = mine.find(({ path }) => isAt(address, path))
  useAlarmSigns(alarms, here === undefined ? '' : said[here.title], session.site.name)
  const [pageKeys] = useState(() => new PageKeyBook())
  const commands = useCommands(mine, session, pageKeys)
  const find = useFound(mine, over === 'palette')
  useShellKeys(mine, pageKeys, setOver)
  useCutWords()
  useTenantInAddress(routes)
  const hasRail = mine.filter(({ group }) => group !== null).length >= RAIL_FROM
  return (
    <div className={hasRail ? 'shell' : 'shell bare'}>
      <AlarmBanner groups={alarms.groups} isListed={isListed} />
      <a className="skip" href="#page">
        {said.toPage}
      </a>
      <TopLine onSearch={() => setOver('palette')} />
      <NewVersion />
      {hasRail ? <Rail routes={mine} alarms={alarms} /> : null}
      <OfPage name={routes.find(({ path }) => isAt(address, path))?.name ?? ''}>
        {(ofPage) => (
          <main className={`stage ${ofPage}`} id="page" tabIndex={-1}>
            <PageKeyContext value={pageKeys.page}>
              <Pages routes={routes} />
            </PageKeyContext>
          </main>
        )}
      </OfPage>
      <PageKeyContext value={pageKeys.beside}>
        {panels.map((panel) => (
          <OpenPanel key={panel.field} panel={panel} />
        ))}
      </PageKeyContext>
      {hasRail ? <BottomBar routes={mine} /> : null}
      <Barriers session={session} />
      {over === 'palette' ? <Palette commands={commands} find={find} onClose={close} /> : null}
      {over === 'keys' ? <KeyList routes={mine} ofPage={pageKeys.all.get()} onClose={close} /> : null}
    </div>
  )
}

/** Whether the page lists the open alarms by itself. */
function useListsAlarms(address: string): boolean {
  const [query] = useSearchParams()
  return isAt(address, '/alarms') && alarmListIn(query) === 'open'
}

/** What the address names opens over the page, beside which it can still be used. */
function OpenPanel({ panel: { field, name, Panel } }: { readonly panel: PanelRoute }) {
  const [query, setQuery] = useSearchParams()
  const id = query.get(field)
  const onClose = () =>
    setQuery((before) => {
      before.delete(field)
      return before
    })
  return id === null ? null : (
    <Suspense fallback={null}>
      <OfPage name={name}>{() => <Panel key={id} id={id} onClose={onClose} />}</OfPage>
    </Suspense>
  )
}

function useShellKeys(
  routes: readonly PageRoute[],
  pageKeys: PageKeyBook,
  setOver: (over: 'palette' | 'keys') => void,
): void {
  const [, go] = useLocation()
  const { letterKeys } = useWatched(useConsole().preferences.kept)
  const ofPage = useWatched(pageKeys.all)
  const goes = routes.flatMap(({ letter, path }) =>
    letter === undefined ? [] : [[letter, () => go(path)] as const],
  )
  useKeyPresses({
    letters: {
      ...Object.fromEntries(
        ofPage.flatMap(({ key, act }) => (act === null || key === null ? [] : [[key, act]])),
      ),
      '/': () => setOver('palette'),
      '?': () => setOver('keys'),
    },
    goes: Object.fromEntries(goes),
    onSearch: () => setOver('palette'),
    hasLetters: letterKeys,
  })
}

/** What the page can do, and what can be done from everywhere. A display, and a screen that is locked already, have no lock to offer. */
function useCommands(
  routes: readonly PageRoute[],
  session: Session,
  pageKeys: PageKeyBook,
): readonly Command[] {
  const said = useTexts(shellTexts)
  const [, go] = useLocation()
  const { sessions } = useDesk()
  const { preferences } = useConsole()
  const toast = useToast()
  const theme = (to: 'light' | 'dark') => () => preferences.change({ theme: to })
  return [
    ...deedsOf(useWatched(pageKeys.all)),
    ...routes
      .filter(({ group }) => group !== null)
      .map(({ path, icon, title }) => ({
        id: path,
        icon,
        words: said.goTo(said[title]),
        also: path,
        act: () => go(path),
      })),
    { id: 'light', icon: 'sun', words: `${said.theme}: ${said.themeLight}`, act: theme('light') },
    { id: 'dark', icon: 'moon', words: `${said.theme}: ${said.themeDark}`, act: theme('dark') },
    ...(mayAsk(session, [])
      ? [
          {
            id: 'lock',
            icon: 'lock' as const,
            words: said.lock,
            asks: true,
            act: () => void sessions.lock().catch(toast.failure),
          },
        ]
      : []),
    {
      id: 'out',
      icon: 'sign-out',
      words: said.signOut,
      asks: true,
      act: () => void sessions.signOut().catch(toast.failure),
    },
  ]
}

function Pages({ routes }: { readonly routes: readonly PageRoute[] }) {
  const home = homeAmong(routes, useSession(), isOnPhone())
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.path} path={`${route.path}/*?`}>
          <PageFrame route={route} />
        </Route>
      ))}
      <Route>
        <Elsewhere home={home} />
      </Route>
    </Switch>
  )
}

/** Nobody asked for a page: they are led to their own. An address that leads nowhere is told as one. */
function Elsewhere({ home }: { readonly home: string }) {
  const said = useTexts(shellTexts)
  const [address, go] = useLocation()
  if (address === '/' || address === '/welcome') return <Redirect to={home} replace />
  return (
    <div className="nothing">
      <h1>{said.noSuchPage}</h1>
      <Button onClick={() => go(home)}>{said.toHome}</Button>
    </div>
  )
}

function NewVersion() {
  const said = useTexts(shellTexts)
  return useWatched(useConsole().isOutdated) ? (
    <div className="new-version" role="status">
      <Icon name="refresh" size="small" />
      {said.newVersion}
      <Button onClick={() => location.reload()}>{said.reload}</Button>
    </div>
  ) : null
}
