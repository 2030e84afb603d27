import type { ComponentType, LazyExoticComponent } from 'react'
import { homeOf, may, type Need } from '../hotel/permissions.ts'
import type { Session } from '../api/session.ts'
import type { House } from '../live/house.ts'
import type { IconName } from '../look/icons.ts'
import type { PanelProps } from '../parts/panel.tsx'
import type { shellTexts } from '../texts/shell.ts'

type ShellTexts = (typeof shellTexts)['en']
type PlainText = { [K in keyof ShellTexts]: ShellTexts[K] extends string ? K : never }[keyof ShellTexts]

/** A page: where it is, who may see it, and what stands in the rail. It is loaded when it is first looked at. */
export interface PageRoute {
  /** Of its folder: its styles are in force by this name. */
  readonly name: string
  readonly path: string
  readonly title: PlainText
  readonly icon: IconName
  /** One of these permissions; none: everybody. */
  readonly oneOf: readonly Need[]
  /** In the rail, below which line; null: it is reached by links only. */
  readonly group: 1 | 2 | 3 | null
  /** Everybody has it, but not on a screen that is locked or only shows. */
  readonly isPersonal?: boolean
  /** Below it, the address of a thing says itself whose it is: it is not the part of the house that is looked at. */
  readonly saysWhose?: boolean
  /** Goes there after `g`. */
  readonly letter?: string
  readonly Page: LazyExoticComponent<ComponentType> | ComponentType
  /** Brings it before anybody looks; a second time it does nothing. */
  readonly load?: () => Promise<unknown>
  /** Asks for what it will show, before it is there itself. */
  readonly foresee?: (house: House, zone: string, query: URLSearchParams) => void
  /** What it shows first: with these it is drawn once, and not as an empty frame before. */
  readonly shows?: (house: House) => readonly Pick<House['calls'], 'shown'>[]
}

/** Something that opens over whatever page, named in the address: `?call=4711`. Back closes it. */
export interface PanelRoute {
  readonly name: string
  readonly field: string
  readonly Panel: ComponentType<PanelProps>
  /** Brings it before anybody opens one. */
  readonly load: () => Promise<unknown>
}

/** The server tells a screen that is locked, or only shows, what every account may see, and nothing else. */
export const isForAnyScreen = ({ oneOf, isPersonal = false }: PageRoute): boolean =>
  oneOf.length === 0 && !isPersonal

type Looker = Pick<Session, 'permissions' | 'kind'>

export const routesFor = (routes: readonly PageRoute[], { permissions, kind }: Looker) =>
  routes.filter((route) => may(permissions, route.oneOf) && (kind !== 'display' || isForAnyScreen(route)))

/** Where somebody lands who asked for no page: where their work is, or else the first that they may see. */
export function homeAmong(routes: readonly PageRoute[], looker: Looker, isPhone: boolean): string {
  const paths = routesFor(routes, looker).map(({ path }) => path)
  return homeOf(looker.permissions, isPhone).find((one) => paths.includes(one)) ?? paths[0] ?? '/'
}

/** Whether an address lies on a page or below it. */
export const isAt = (address: string, path: string): boolean =>
  address === path || address.startsWith(`${path}/`)
