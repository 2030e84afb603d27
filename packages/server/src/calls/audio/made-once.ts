import { boundedCache } from './bounded-cache.ts'

/** Makes each thing once for all who ask for it, and keeps it while there is room. */
export type MadeOnce<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>

interface MadeOnceOptions<Value> {
  readonly mostBytes: number
  bytesOf(value: Value): number
  /** A value that does not last is shared with the callers waiting now, but not kept. */
  isLasting(value: Value): boolean
}

export function madeOnce<Value extends object | null>(options: MadeOnceOptions<Value>): MadeOnce<Value> {
  const kept = boundedCache<Value>(options.mostBytes, (value) => options.bytesOf(value))
  const making = new Map<string, Promise<Value>>()
  const makeAndKeep = async (key: string, make: () => Promise<Value>) => {
    const value = await make()
    if (options.isLasting(value)) kept.set(key, value)
    return value
  }
  return async (key, make) => {
    const ready = kept.get(key) ?? making.get(key)
    if (ready) return ready
    const made = makeAndKeep(key, make).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
}
