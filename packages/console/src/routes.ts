import { type ComponentType, lazy } from 'react'
import { pickedDay, windowFor } from './hotel/calls/call-window.ts'
import { brought } from './parts/brought.ts'
import type { PanelProps } from './parts/panel.tsx'
import type { PageRoute, PanelRoute } from './shell/route.ts'
import { formatFor } from './texts/format.ts'

/** A page that is loaded when it is first looked at, or before. */
function page(name: string, load: () => Promise<{ readonly default: ComponentType }>) {
  const { Part, bring } = brought(load)
  return { name, Page: Part, load: bring }
}

function panel(name: string, load: () => Promise<{ readonly default: ComponentType<PanelProps> }>) {
  const { Part, bring } = brought(load)
  return { name, Panel: Part, load: bring }
}

/** Every page that there is, in the order of the rail. A page enters when it is built. */
export const ROUTES: readonly PageRoute[] = [
  {
    path: '/today',
    title: 'today',
    icon: 'today',
    oneOf: [],
    group: 1,
    letter: 't',
    ...page('today', () => import('./pages/today/page.tsx')),
    foresee: (house, zone, query) => {
      const format = formatFor('en', { zone, clock: '24h' })
      house.lookAtCalls(windowFor(format, pickedDay(query.get('day')), house.clock.now()))
    },
    shows: ({ calls }) => [calls],
  },
  {
    path: '/wakeup',
    title: 'wakeup',
    icon: 'alarm-clock',
    oneOf: [],
    group: null,
    ...page('wakeup', () => import('./pages/wakeup/page.tsx')),
  },
  {
    path: '/rooms',
    title: 'rooms',
    icon: 'rooms',
    oneOf: [],
    group: 1,
    letter: 'r',
    ...page('rooms', () => import('./pages/rooms/page.tsx')),
    shows: ({ rooms, statuses }) => [rooms, statuses],
  },
  {
    path: '/room',
    title: 'rooms',
    icon: 'rooms',
    oneOf: [],
    group: null,
    saysWhose: true,
    ...page('rooms', () => import('./pages/rooms/room-page.tsx')),
  },
  {
    path: '/minibar',
    title: 'minibar',
    icon: 'bar',
    oneOf: ['inventory', 'review', 'correct', 'administrator'],
    group: 1,
    saysWhose: true,
    letter: 'm',
    ...page('minibar', () => import('./pages/minibar/page.tsx')),
  },
  {
    path: '/guests',
    title: 'guests',
    icon: 'guests',
    oneOf: ['frontdesk', 'administrator'],
    group: 1,
    letter: 'g',
    ...page('guests', () => import('./pages/guests/page.tsx')),
  },
  {
    path: '/alarms',
    title: 'alarms',
    icon: 'alarms',
    oneOf: [],
    group: 2,
    letter: 'a',
    ...page('alarms', () => import('./pages/alarms/page.tsx')),
  },
  {
    path: '/deliveries',
    title: 'deliveries',
    icon: 'deliveries',
    oneOf: ['review', 'administrator'],
    group: 2,
    letter: 'd',
    ...page('deliveries', () => import('./pages/deliveries/page.tsx')),
  },
  {
    path: '/delivery',
    title: 'deliveries',
    icon: 'deliveries',
    oneOf: ['review', 'administrator'],
    group: null,
    ...page('deliveries', () => import('./pages/deliveries/delivery-page.tsx')),
  },
  {
    path: '/log',
    title: 'log',
    icon: 'log',
    oneOf: ['review', 'administrator'],
    group: 2,
    letter: 'l',
    ...page('log', () => import('./pages/log/page.tsx')),
  },
  {
    path: '/reports',
    title: 'reports',
    icon: 'reports',
    oneOf: ['review', 'administrator'],
    group: 2,
    letter: 'e',
    ...page('reports', () => import('./pages/reports/page.tsx')),
  },
  {
    path: '/settings',
    title: 'settings',
    icon: 'settings',
    oneOf: ['administrator'],
    group: 3,
    saysWhose: true,
    letter: 's',
    ...page('settings', () => import('./pages/settings/page.tsx')),
  },
  {
    path: '/system',
    title: 'system',
    icon: 'system',
    oneOf: ['review', 'administrator'],
    group: 3,
    letter: 'y',
    ...page('system', () => import('./pages/system/page.tsx')),
  },
  {
    path: '/me',
    title: 'me',
    icon: 'person',
    oneOf: [],
    isPersonal: true,
    group: null,
    ...page('me', () => import('./pages/me/page.tsx')),
  },
  ...(import.meta.env.DEV
    ? [
        {
          name: 'parts',
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
  { field: 'call', ...panel('wakeup', () => import('./pages/wakeup/panel.tsx')) },
]
