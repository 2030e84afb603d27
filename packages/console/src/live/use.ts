import { useSyncExternalStore } from 'react'
import type { Watched } from '../kernel/listeners.ts'
import type { KeyedStore } from './keyed-store.ts'

export const useWatched = <T>(watched: Watched<T>): T => useSyncExternalStore(watched.watch, watched.get)

export const useKeys = <V>(store: KeyedStore<V>): readonly string[] =>
  useSyncExternalStore(store.watchKeys, store.keys)

/** One record: whoever shows it is drawn anew when this one changes, and no other. */
export const useRecord = <V>(store: KeyedStore<V>, key: string): V | undefined =>
  useSyncExternalStore(
    (on) => store.watch(key, on),
    () => store.get(key),
  )

/** All of them, for those who add up. */
export const useAll = <V>(store: KeyedStore<V>): ReadonlyMap<string, V> =>
  useSyncExternalStore(store.watchAll, store.all)
