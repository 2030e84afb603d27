import { Activity, Component, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { may } from '../hotel/permissions.ts'
import { useDesk, useSession } from '../live/desk.ts'
import { Button } from '../parts/button.tsx'
import { Skeleton } from '../parts/nothing.tsx'
import { commonTexts } from '../texts/common.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'
import { errorReport } from './error-report.ts'
import { isForAnyScreen, type PageRoute } from './route.ts'

/** A page, once it is there and may be seen; when it breaks, only it breaks. */
export function PageFrame({ route }: { readonly route: PageRoute }) {
  const { oneOf, path, Page } = route
  const { permissions, kind, locked } = useSession()
  const said = useTexts(shellTexts)
  const report = useReport(path)
  const [address] = useLocation()
  // What comes first on another page is seen first, however far down one was before.
  useEffect(() => {
    document.querySelector('.stage')?.scrollTo({ top: 0 })
  }, [address])
  if (!may(permissions, oneOf)) return <NotPermitted need={oneOf[0] ?? ''} />
  if (kind === 'display' && !isForAnyScreen(route)) return <Instead words={said.displayWhat} />
  const isShut = locked === true && !isForAnyScreen(route)
  return (
    <>
      {isShut ? <Shut /> : null}
      {/* What somebody has half typed is there again when the screen is unlocked; until then the page asks for nothing. */}
      <Activity mode={isShut ? 'hidden' : 'visible'}>
        <PageBoundary key={path} onBroken={report}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Page />
          </Suspense>
        </PageBoundary>
      </Activity>
    </>
  )
}

function Instead({ words, children }: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <div className="nothing">
      <h1>{words}</h1>
      {children}
    </div>
  )
}

/** What only some may see is not left lying open. */
function Shut() {
  const { gate } = useConsole()
  const said = useTexts(shellTexts)
  return (
    <Instead words={said.lockedPage}>
      <Button look="main" icon="unlock" onClick={() => void gate.ask('unlock')}>
        {said.unlock}
      </Button>
    </Instead>
  )
}

function NotPermitted({ need }: { readonly need: string }) {
  const said = useTexts(shellTexts)
  return <Instead words={said.noPermission(need)} />
}

/** The server's log is told, without names; a report that fails is not reported. */
function useReport(page: string) {
  const { client } = useDesk()
  return (broken: Error) => {
    const build = document.documentElement.dataset['build'] ?? ''
    void client
      .call('system.report', { body: errorReport(broken, page, build) }, { isPlain: true })
      .catch(() => {})
  }
}

interface BoundaryProps {
  readonly children: ReactNode
  readonly onBroken: (error: Error) => void
}

class PageBoundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  override componentDidCatch(error: Error) {
    this.props.onBroken(error)
  }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? (
      <Broken onRetry={() => this.setState({ isBroken: false })} />
    ) : (
      this.props.children
    )
  }
}

function Broken({ onRetry }: { readonly onRetry: () => void }) {
  const said = useTexts(shellTexts)
  const { retry } = useTexts(commonTexts)
  return (
    <div className="nothing" role="alert">
      <h1>{said.brokenPage}</h1>
      <Button icon="refresh" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
