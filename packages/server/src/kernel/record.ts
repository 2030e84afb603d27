/** Whether a value that was read from outside, such as parsed JSON, has names with values. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names in a table of ours, in their own type. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(table).filter((name): name is K => Object.hasOwn(table, name))
