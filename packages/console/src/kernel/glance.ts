/**
 * Records by their key. Another one after every change, so that whoever holds one sees that there was a change; what it
 * tells is always of the present.
 */
export interface Glance<V> {
  readonly version: number
  get(key: string): V | undefined
  keys(): readonly string[]
  /** Whose records have changed since; null: that is too long ago to tell. */
  changedSince(version: number): readonly string[] | null
}
