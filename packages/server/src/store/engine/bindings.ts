/**
 * Both drivers quietly turn some values into others: SQLite makes NULL of NaN and of a Date and 1 of `true`,
 * PostgreSQL makes NULL of `undefined`. Such a value is a mistake in our code, so it is refused before it is stored.
 * A boolean does no harm in PostgreSQL, which refuses it for a number by itself.
 */
export function checkBindings(values: readonly unknown[], { booleans }: { booleans: boolean }) {
  for (const value of values) {
    if (isPlain(value) || (booleans && typeof value === 'boolean')) continue
    throw new TypeError(`A value that no column can hold: ${describe(value)}`)
  }
}

function isPlain(value: unknown) {
  if (typeof value === 'number') return Number.isFinite(value)
  return (
    typeof value === 'string' || typeof value === 'bigint' || value === null || value instanceof Uint8Array
  )
}

// The kind and not the content: it may be a guest's name or a secret.
const describe = (value: unknown) => (typeof value === 'number' ? String(value) : `a ${typeof value}`)
