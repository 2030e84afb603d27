/** Keeps what was made last and used last, up to so many bytes. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function boundedCache<Value>(
  mostBytes: number,
  bytesOf: (value: Value) => number,
): BoundedCache<Value> {
  // A map keeps its keys in order of insertion: the first is the least recently used.
  const kept = new Map<string, Value>()
  let bytes = 0
  const drop = (key: string) => {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    bytes -= bytesOf(value)
  }
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      kept.set(key, value)
      bytes += bytesOf(value)
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) return
        drop(oldest)
      }
    },
  }
}
