import { lazy } from 'react'
import type { PageRoute, PanelRoute } from './shell/route.ts'

/** Every page that there is, in the order of the rail. A page enters when it is built. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/today',
    title: 'today',
    icon: 'today',
    oneOf: [],
    group: 1,
    letter: 't',
    Page: lazy(() => import('./pages/today/page.tsx')),
  },
  {
    path: '/wakeup',
    title: 'wakeup',
    icon: 'alarm-clock',
    oneOf: [],
    group: null,
    Page: lazy(() => import('./pages/wakeup/page.tsx')),
  },
  {
    path: '/minibar',
    title: 'minibar',
    icon: 'bar',
    oneOf: ['inventory'],
    group: 1,
    letter: 'm',
    Page: lazy(() => import('./pages/minibar/page.tsx')),
  },
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
    path: '/deliveries',
    title: 'deliveries',
    icon: 'deliveries',
    oneOf: ['review', 'administrator'],
    group: 2,
    letter: 'd',
    Page: lazy(() => import('./pages/deliveries/page.tsx')),
  },
  {
    path: '/delivery',
    title: 'deliveries',
    icon: 'deliveries',
    oneOf: ['review', 'administrator'],
    group: null,
    Page: lazy(() => import('./pages/deliveries/delivery-page.tsx')),
  },
  {
    path: '/log',
    title: 'log',
    icon: 'log',
    oneOf: ['review', 'administrator'],
    group: 2,
    letter: 'l',
    Page: lazy(() => import('./pages/log/page.tsx')),
  },
  {
    path: '/reports',
    title: 'reports',
    icon: 'reports',
    oneOf: ['review', 'administrator'],
    group: 2,
    Page: lazy(() => import('./pages/reports/page.tsx')),
  },
  {
    path: '/system',
    title: 'system',
    icon: 'system',
    oneOf: ['review', 'administrator'],
    group: 3,
    Page: lazy(() => import('./pages/system/page.tsx')),
  },
  {
    path: '/me',
    title: 'me',
    icon: 'person',
    oneOf: [],
    isPersonal: true,
    group: null,
    Page: lazy(() => import('./pages/me/page.tsx')),
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

export const PANELS: readonly PanelRoute[] = [
  { field: 'call', Panel: lazy(() => import('./pages/wakeup/panel.tsx')) },
]
