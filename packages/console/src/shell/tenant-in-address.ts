import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { mayLookAt, useDesk, useSession } from '../live/desk.ts'
import { useWatched } from '../live/use.ts'
import { useToast } from '../parts/toasts.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useTexts } from '../texts/speech.ts'
import { isAt, type PageRoute } from './route.ts'

const FIELD = 'tenant'

/** Whether an address says which part of the house is looked at: that of one thing says whose that one is. */
const isOfMany = (routes: readonly PageRoute[], path: string): boolean =>
  !routes.some((route) => route.saysWhose === true && path !== route.path && isAt(path, route.path))

/** The part of the house that an address asks for. */
export const tenantAsked = (
  routes: readonly PageRoute[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | null => (isOfMany(routes, pathname) ? new URLSearchParams(search).get(FIELD) : null)

/**
 * The part of the house that is looked at stands in the address: a link in a mail opens the same view. Where the address
 * becomes another one, the house follows; where another part is chosen, the address does.
 */
export function useTenantInAddress(routes: readonly PageRoute[]): void {
  const said = useTexts(shellTexts)
  const toast = useToast()
  const session = useSession()
  const { tenant: chosen } = useDesk()
  const tenant = useWatched(chosen)
  const before = useRef(tenant)
  const [pathname] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const isChosenAnew = before.current !== tenant
    before.current = tenant
    if (!isOfMany(routes, pathname)) return
    const asked = tenantAsked(routes, { pathname, search })
    const isThere = asked !== null && mayLookAt(session, asked)
    if (isThere && asked !== tenant && !isChosenAnew) return chosen.set(asked)
    if (asked !== null && !isThere && asked !== session.tenant) toast.warn(said.noSuchTenant)
    write(tenant)
  }, [routes, pathname, search, tenant, session, chosen, toast, said])
}

/** In place: Back leads to the page before, not to the same one. */
function write(tenant: string): void {
  const address = new URL(location.href)
  if ((address.searchParams.get(FIELD) ?? '') === tenant) return
  if (tenant === '') address.searchParams.delete(FIELD)
  else address.searchParams.set(FIELD, tenant)
  history.replaceState(history.state, '', address)
}
