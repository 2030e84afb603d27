import { describe, expect, it } from 'vitest'
import { KeyedStore } from './keyed-store.ts'

function openStore() {
  const frames: (() => void)[] = []
  const store = new KeyedStore<{ readonly status: string }>((act) => frames.push(act))
  const paint = () => {
    for (const act of frames.splice(0)) act()
  }
  const seen = new Map<string, number>()
  const count = (name: string) => () => void seen.set(name, (seen.get(name) ?? 0) + 1)
  return { store, paint, seen, count, frames }
}
const [DIRTY, CLEAN] = [{ status: 'dirty' }, { status: 'clean' }]

describe('what the page knows of the house', () => {
  it('tells only those who show the room that has changed', () => {
    const { store, paint, seen, count } = openStore()
    store.replace(
      new Map([
        ['101', DIRTY],
        ['102', DIRTY],
      ]),
    )
    paint()
    store.watch('101', count('101'))
    store.watch('102', count('102'))
    store.watchKeys(count('list'))
    store.put('101', CLEAN)
    paint()
    expect(Object.fromEntries(seen)).toEqual({ '101': 1 })
    expect(store.get('101')).toBe(CLEAN)
  })

  it('shows a whole floor that changes at once in one go', () => {
    const { store, paint, seen, count, frames } = openStore()
    const floor = Array.from({ length: 100 }, (_, at) => String(300 + at))
    store.watchKeys(count('list'))
    for (const room of floor) store.put(room, DIRTY)
    expect([frames.length, store.keys().length]).toEqual([1, 0])
    paint()
    expect([store.keys(), seen.get('list')]).toEqual([floor, 1])
  })

  it('keeps its list as it is while none is added or removed', () => {
    const { store, paint } = openStore()
    store.put('101', DIRTY)
    paint()
    const before = store.keys()
    store.put('101', CLEAN)
    paint()
    expect(store.keys()).toBe(before)
    store.remove('101')
    paint()
    expect(store.keys()).toEqual([])
  })

  it('forgets what is no longer there when everything is read anew', () => {
    const { store, paint, seen, count } = openStore()
    store.put('101', DIRTY)
    paint()
    store.put('103', DIRTY)
    store.watch('101', count('101'))
    store.replace(new Map([['102', CLEAN]]))
    paint()
    expect([store.keys(), seen.get('101'), store.get('101')]).toEqual([['102'], 1, undefined])
  })

  it('reckons with what was told but is not shown yet', () => {
    const { store } = openStore()
    store.put('101', DIRTY)
    expect([store.latest('101'), store.get('101')]).toEqual([DIRTY, undefined])
    store.remove('101')
    expect(store.latest('101')).toBeUndefined()
  })

  it('tells nobody when nothing has changed', () => {
    const { store, paint, seen, count } = openStore()
    store.put('101', DIRTY)
    paint()
    store.watch('101', count('101'))
    store.put('101', DIRTY)
    paint()
    expect(seen.size).toBe(0)
  })

  it('tells whoever follows what has changed since, as long as it remembers', () => {
    const { store, paint } = openStore()
    const before = store.glance()
    expect(before.changedSince(-1)).toBeNull()
    store.put('101', DIRTY)
    store.put('102', DIRTY)
    paint()
    store.remove('101')
    paint()
    const after = store.glance()
    expect([before === after, after.changedSince(after.version)]).toEqual([false, []])
    expect(after.changedSince(before.version)).toEqual(['101', '102', '101'])
    expect([after.get('101'), after.get('102'), after.keys()]).toEqual([undefined, DIRTY, ['102']])
    for (let at = 0; at < 32; at++) {
      store.put('102', { status: String(at) })
      paint()
    }
    expect(store.glance().changedSince(after.version)).toEqual(Array(32).fill('102'))
    expect(store.glance().changedSince(after.version - 1)).toBeNull()
  })

  it('gives everything as it was to whoever asked for all of it', () => {
    const { store, paint } = openStore()
    store.put('101', DIRTY)
    paint()
    const before = store.all()
    expect(store.all()).toBe(before)
    store.put('101', CLEAN)
    paint()
    expect([before.get('101'), store.all().get('101')]).toEqual([DIRTY, CLEAN])
  })
})
