import { Component, type ReactNode, Suspense } from 'react'
import { may } from '../hotel/permissions.ts'
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
  if (!may(permissions, oneOf)) return <NotPermitted need={oneOf[0] ?? ''} />
  return (
    <PageBoundary key={path}>
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

class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

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
