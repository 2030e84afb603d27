import { createContext, useContext } from 'react'
import type { Shelf } from '../kernel/storage.ts'
import type { Watched } from '../kernel/listeners.ts'
import type { AlarmSound } from './alarm-sound.ts'
import type { Gate } from './gate.ts'
import type { Idle } from './idle.ts'
import type { PageRoute, PanelRoute } from './route.ts'
import type { PreferenceBook } from './preferences.ts'

/** What the shell needs besides the desk of the pages. */
export interface Console {
  readonly preferences: PreferenceBook
  readonly gate: Gate
  readonly idle: Idle
  readonly sound: AlarmSound
  readonly shelf: Shelf
  readonly routes: readonly PageRoute[]
  readonly panels: readonly PanelRoute[]
  /** Another build of the console is there than the one that runs here. */
  readonly isOutdated: Watched<boolean>
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === null) throw new Error('There is no console above this part')
  return console
}
