import { Component, type ReactNode, Suspense } from 'react'
import { may } from '../hotel/permissions.ts'
import { useDesk } from '../live/desk.ts'
import { Button } from '../parts/button.tsx'
import { Skeleton } from '../parts/nothing.tsx'
import { commonTexts } from '../texts/common.ts'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import type { PageRoute } from './route.ts'

interface PageFrameProps {
  readonly route: PageRoute
  readonly permissions: readonly string[]
}

/** A page, once it is there and may be seen; when it breaks, only it breaks. */
export function PageFrame({ route: { oneOf, path, Page }, permissions }: PageFrameProps) {
  const report = useReport(path)
  if (!may(permissions, oneOf)) return <NotPermitted need={oneOf[0] ?? ''} />
  return (
    <PageBoundary key={path} onBroken={report}>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Page />
      </Suspense>
    </PageBoundary>
  )
}

function NotPermitted({ need }: { readonly need: string }) {
  const said = useTexts(shellTexts)
  return (
    <div className="nothing">
      <h1>{said.noPermission(need)}</h1>
    </div>
  )
}

/** The server's log is told, without names; a report that fails is not reported. */
function useReport(page: string) {
  const { client } = useDesk()
  return (broken: Error) => {
    const build = document.documentElement.dataset['build'] ?? ''
    const { message, stack = '' } = broken
    const body = {
      build,
      page,
      message: message.slice(0, LONGEST.message),
      stack: stack.slice(0, LONGEST.stack),
    }
    void client.call('system.report', { body }, { isPlain: true }).catch(() => {})
  }
}

const LONGEST = { message: 1_000, stack: 8_000 } as const

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
