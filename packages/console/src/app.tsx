import type { AnswerOf } from '@reveille/contract'
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useInsertionEffect, useMemo, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Router, useLocation } from 'wouter'
import { mayPass } from './api/again.ts'
import type { Session, SessionState } from './api/session.ts'
import type { Started } from './start.ts'
import { DeskContext, SessionContext, tenantLookedAt } from './live/desk.ts'
import { useWatched } from './live/use.ts'
import { ClockContext } from './parts/now.ts'
import { Leaving, LeavingContext } from './parts/leaving.ts'
import { LonePage } from './parts/of-page.tsx'
import { Trouble } from './parts/nothing.tsx'
import { ToastProvider } from './parts/toasts.tsx'
import { WelcomePage } from './pages/welcome/page.tsx'
import { ConsoleContext } from './shell/console.ts'
import { useDress } from './shell/dress.ts'
import { languageOf } from './shell/preferences.ts'
import { isAt } from './shell/route.ts'
import { ReportWords } from './shell/report-news.tsx'
import { Shell } from './shell/shell.tsx'
import { useWrittenAddress } from './shell/written-address.ts'
import { Unanswered } from './shell/unanswered.tsx'
import { formatFor, type Place } from './texts/format.ts'
import { shellTexts } from './texts/shell.ts'
import { SpeechContext, useFormat, useTexts } from './texts/speech.ts'

/** Before anybody is known, and without the frame around the pages. */
const SetupPage = lazy(() => import('./pages/setup/page.tsx'))
const SETUP = '/setup'

const RETRIES = { defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }

export const draw = (place: Element, started: Started): void =>
  createRoot(place).render(<App started={started} />)

/** Everything, once: who sits here decides what is shown. */
function App({ started }: { readonly started: Started }) {
  const { desk, shell, clock } = started
  const queries = useMemo(() => new QueryClient(RETRIES), [])
  const state = useWatched(desk.sessions.state)
  return (
    <ConsoleContext value={shell}>
      <ClockContext value={clock}>
        <DeskContext value={desk}>
          <QueryClientProvider client={queries}>
            <Speech started={started} state={state}>
              <Dressed>
                <Unanswered>
                  <ToastProvider>
                    <Whoever started={started} state={state} />
                  </ToastProvider>
                </Unanswered>
              </Dressed>
            </Speech>
          </QueryClientProvider>
        </DeskContext>
      </ClockContext>
    </ConsoleContext>
  )
}

function Dressed({ children }: { readonly children: ReactNode }) {
  useDress()
  return children
}

interface SpeechProps {
  readonly started: Started
  readonly state: SessionState
  readonly children: ReactNode
}

/** The hotel's zone and clock, or those of the hotel that this device knows; the language of whoever looks. */
function Speech({ started, state, children }: SpeechProps) {
  const { language: chosen } = useWatched(started.shell.preferences.kept)
  const tenant = useWatched(started.desk.tenant)
  const {
    zone,
    clock,
    language: likely,
  } = state.kind === 'somebody' ? placeOf(state.session, tenant) : started.known.place()
  const language = languageOf(chosen, ...navigator.languages, likely)
  const format = useMemo(() => formatFor(language, { zone, clock }), [language, zone, clock])
  // As its dress, before anything is measured.
  useInsertionEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <SpeechContext value={format}>{children}</SpeechContext>
}

/** An account of a tenant has its times, and so has who looks at one. */
function placeOf(session: Session, chosen: string): Place & { readonly language: string } {
  const { site } = session
  return {
    zone: tenantLookedAt(session, chosen)?.timezone ?? site.timezone,
    clock: site.clock,
    language: site.language,
  }
}

function Whoever({ started, state }: { readonly started: Started; readonly state: SessionState }) {
  const trouble = useWatched(started.trouble)
  const isBrought = useWatched(started.isBrought)
  const said = useTexts(shellTexts)
  const [address] = useLocation()
  const isSetup = isAt(address, SETUP)
  if (isSetup && state.kind !== 'unknown')
    return (
      <SessionContext value={state.kind === 'somebody' ? state.session : null}>
        <LonePage name="setup">
          <Suspense fallback={null}>
            <SetupPage />
          </Suspense>
        </LonePage>
      </SessionContext>
    )
  if (state.kind === 'somebody')
    return !isBrought ? null : (
      <SessionContext value={state.session}>
        <Attended started={started} session={state.session} />
      </SessionContext>
    )
  if (state.kind === 'nobody') return <Door started={started} />
  return trouble === null ? null : (
    <main className="alone">
      {mayPass(trouble) ? (
        <Trouble error={trouble} isWhole heading={said.away} onRetry={started.ask}>
          <p>{said.askedAgain}</p>
        </Trouble>
      ) : (
        <Trouble error={trouble} isWhole onRetry={started.ask} />
      )}
    </main>
  )
}

/** Somebody sits here. */
function Attended({ started, session }: { readonly started: Started; readonly session: Session }) {
  const { baskets, tenant: chosen } = started.desk
  const queries = useQueryClient()
  // Another tenant is another house: everything is read anew.
  const tenant = useWatched(chosen)
  const before = useRef(tenant)
  useEffect(() => {
    if (before.current !== tenant) void queries.resetQueries()
    before.current = tenant
  }, [queries, tenant])
  const { account, csrf = '' } = session
  useEffect(() => started.known.remember(session), [started, session])
  useEffect(() => void baskets.open(account), [baskets, account, csrf])
  const leaving = useMemo(() => new Leaving(), [])
  useEffect(() => leaving.watch(), [leaving])
  return (
    <LeavingContext value={leaving}>
      <Router
        // oxlint-disable-next-line react-hooks/rules-of-hooks -- a router is told which hook to call
        hook={useWrittenAddress}
        aroundNav={(go, to, options) =>
          leaving.pass((isInPlace) => go(to, isInPlace ? { ...options, replace: true } : options))
        }
      >
        <ReportWords />
        <Shell />
      </Router>
    </LeavingContext>
  )
}

function Door({ started }: { readonly started: Started }) {
  const { product } = useTexts(shellTexts)
  const { desk, shell, known } = started
  const [, go] = useLocation()
  const { data: house } = useQuery({
    queryKey: ['welcome'],
    queryFn: () => desk.client.call('setup.welcome', {}, { isPlain: true }),
  })
  return (
    <DoorTime house={house}>
      <LonePage name="welcome">
        <WelcomePage
          isNew={house?.state === 'new'}
          onSetup={() => go(SETUP)}
          hotel={house?.name || known.hotel()}
          name={known.name()}
          product={product}
          isEncrypted={isSecureContext}
          onLanguage={(language) => shell.preferences.change({ language })}
          onSignIn={(username, password, display) => desk.sessions.signIn({ username, password, display })}
        />
      </LonePage>
    </DoorTime>
  )
}

interface DoorTimeProps {
  readonly house: AnswerOf<'setup.welcome'> | undefined
  readonly children: ReactNode
}

/** At the door of a hotel hangs its own clock, also where this device has never been inside. */
function DoorTime({ house, children }: DoorTimeProps) {
  const format = useFormat()
  const { timezone = '', clock = '24h' } = house ?? {}
  const shown = useMemo(
    () => (timezone === '' ? format : formatFor(format.language, { zone: timezone, clock })),
    [format, timezone, clock],
  )
  return <SpeechContext value={shown}>{children}</SpeechContext>
}
