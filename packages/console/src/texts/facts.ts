/** What a row of the log tells, by the names of its facts. */
export type Facts = Readonly<Record<string, unknown>>

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
export const fieldOf = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? textIn(new Map(Object.entries(value)).get(name)) : ''
