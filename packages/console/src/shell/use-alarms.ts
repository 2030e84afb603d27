import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AlarmRecord } from '@reveille/contract'
import { type AlarmGroup, bannerOf } from '../hotel/alarm.ts'
import type { KeyedStore } from '../live/keyed-store.ts'
import { useDesk } from '../live/desk.ts'
import { useConsole } from './console.ts'
import { tabPicture, tabTitle } from './tab-sign.ts'

/** All open alarms, anew whenever any of them changes: there are few, and the banner shows them all. */
class OpenOnes {
  readonly #store: KeyedStore<AlarmRecord>
  #shown: readonly AlarmRecord[] = []

  constructor(store: KeyedStore<AlarmRecord>) {
    this.#store = store
  }

  readonly watch = (on: () => void): (() => void) => {
    const stops = new Map<string, () => void>()
    const follow = () => {
      for (const key of this.#store.keys()) if (!stops.has(key)) stops.set(key, this.#store.watch(key, on))
      on()
    }
    stops.set('', this.#store.watchKeys(follow))
    follow()
    return () => stops.forEach((stop) => stop())
  }

  /** The same list as long as it is the same. */
  readonly get = (): readonly AlarmRecord[] => {
    const now = this.#store.keys().flatMap((key) => this.#store.get(key) ?? [])
    const isSame = now.length === this.#shown.length && now.every((one, at) => one === this.#shown[at])
    if (!isSame) this.#shown = now
    return this.#shown
  }
}

export interface OpenAlarms {
  readonly groups: readonly AlarmGroup[]
  readonly count: number
  readonly isRed: boolean
}

export function useOpenAlarms(): OpenAlarms {
  const { store } = useDesk().house.alarms
  const seen = useMemo(() => new OpenOnes(store), [store])
  const open = useSyncExternalStore(seen.watch, seen.get)
  return useMemo(() => {
    const groups = bannerOf(open)
    return { groups, count: open.length, isRed: groups.some(({ level }) => level === 'red') }
  }, [open])
}

/** What is heard and seen of alarms without looking at the page: sound, title and picture of the tab. */
export function useAlarmSigns({ count, isRed }: OpenAlarms, page: string, hotel: string): void {
  const { sound } = useConsole()
  useEffect(() => {
    if (isRed) sound.start()
    else sound.stop()
    return () => sound.stop()
  }, [isRed, sound])
  useEffect(() => {
    document.title = tabTitle(page, hotel, count)
    document.querySelector('link[rel=icon]')?.setAttribute('href', tabPicture(count, isRed))
  }, [page, hotel, count, isRed])
}
