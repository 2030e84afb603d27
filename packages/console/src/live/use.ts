import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Glance } from '../kernel/glance.ts'
import type { Watched } from '../kernel/listeners.ts'
import type { HouseEvent } from '../hotel/house-event.ts'
import { Calm } from './calm.ts'
import { type Desk, useDesk } from './desk.ts'
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

/** For those who follow what changes with every frame. */
export const useGlance = <V>(store: KeyedStore<V>): Glance<V> =>
  useSyncExternalStore(store.watchAll, store.glance)

/** All of them, a few times a second at most: no rush makes a sum worth reading more often. */
export function useSums<V>(store: KeyedStore<V>): ReadonlyMap<string, V> {
  const { clock } = useDesk().house
  const calm = useMemo(() => new Calm(store, clock), [store, clock])
  return useSyncExternalStore(calm.watch, calm.get)
}

/** While somebody has begun something here, the page is not loaded anew by itself. */
export function useHalfDone(isBegun: boolean): void {
  const { halfDone } = useDesk()
  useEffect(() => (isBegun ? halfDone.hold() : undefined), [isBegun, halfDone])
}

/** Acts when something of this kind happens in the house, and when it may have been missed. */
export function useNews(isNews: (event: HouseEvent) => boolean, act: () => void): void {
  const { house } = useDesk()
  useEffect(
    () =>
      house.follow({
        hear: (event) => {
          if (isNews(event)) act()
        },
        readAll: () => Promise.resolve(act()),
        forget: () => {},
      }),
    [house, isNews, act],
  )
}

/** Nothing that was asked for would be answered: the link is gone, or nobody has been heard for too long. */
export const isCutOff = ({ link }: Pick<Desk['house'], 'link'>): boolean =>
  ['offline', 'stale'].includes(link.get().state)

export function useIsCutOff(): boolean {
  const { house } = useDesk()
  return useSyncExternalStore(house.link.watch, () => isCutOff(house))
}

/** Only whether it is: the link tells of every word that it hears, and two thousand tiles need not listen. */
export function useIsOffline(): boolean {
  const { link } = useDesk().house
  return useSyncExternalStore(link.watch, () => link.get().state === 'offline')
}
