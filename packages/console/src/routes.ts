import { lazy } from 'react'
import type { PageRoute } from './shell/route.ts'

/** Every page that there is, in the order of the rail. A page enters when it is built. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/alarms',
    title: 'alarms',
    icon: 'alarms',
    oneOf: [],
    group: 2,
    letter: 'a',
    Page: lazy(() => import('./pages/alarms/page.tsx')),
  },
  {
    path: '/settings',
    title: 'settings',
    icon: 'settings',
    oneOf: ['administrator'],
    group: 3,
    letter: 's',
    Page: lazy(() => import('./pages/settings/page.tsx')),
  },
  ...(import.meta.env.DEV
    ? [
        {
          path: '/parts',
          title: 'product',
          icon: 'wrench',
          oneOf: [],
          group: null,
          Page: lazy(() => import('./pages/parts/page.tsx')),
        } as const,
      ]
    : []),
]
