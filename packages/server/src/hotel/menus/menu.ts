import type { Word } from '../wakeups/announcement.ts'

/** What every menu on the telephone is made of: pure steps, which somebody else carries out. */

/** Which menu answers on a line. */
export const MENUS = ['guest', 'housekeeping', 'minibar', 'desk', 'main'] as const
export type MenuName = (typeof MENUS)[number]

/** What a menu is told. `heardMs`: so much of what is being said has been heard when the key comes. */
export type MenuEvent<Result> =
  | { readonly kind: 'key'; readonly key: string; readonly heardMs: number }
  /** Nothing came for as long as it listens. */
  | { readonly kind: 'silence' }
  /** What it wanted done is done, or was refused. */
  | { readonly kind: 'done'; readonly result: Result }
  /** It could not be done: nobody knows when it can. */
  | { readonly kind: 'failed' }

/** What a menu wants next. */
export interface MenuStep<State, Deed> {
  readonly state: State
  /** In the place of what is being said; nothing named means that it goes on, an empty list silence. */
  readonly say?: readonly Word[]
  /** How long it waits for a key, from the last word or the last key on. */
  readonly listenMs?: number
  readonly deed?: Deed
  /** The line is let go when all was said. */
  readonly isOver?: boolean
  /** Another menu goes on from here. */
  readonly goesTo?: MenuName
}

/** A menu as a table: how it begins, and what follows from what. */
export interface Menu<State, Deed, Result> {
  readonly begin: MenuStep<State, Deed>
  step(state: State, event: MenuEvent<Result>): MenuStep<State, Deed>
}

/** From the end of a prompt to the first key. */
export const FIRST_KEY_MS = 6_000
/** Between two keys, and where the entry is whole already. */
export const NEXT_KEY_MS = 4_000
export const LAST_KEY_MS = 2_000
/** So often is somebody asked before a person is. */
export const TRIES = 3
/** A key that comes before so much of a read-back was heard was pressed for what came before it. */
export const READ_BACK_HEARD_MS = 500
