import { Failure } from '../../kernel/failure.ts'

/** Where a page begins: a moment and the id of the row at it. Opaque to clients. */
export const cursorOf = (at: number, id: string | number) => `${at}.${id}`

const wrong = () =>
  new Failure('parameter.invalid', 'after must be taken from the Link header of a page', { field: 'after' })

export function parseCursor(text: string | undefined): { at: number; id: string } | undefined {
  if (text === undefined) return undefined
  const match = /^(-?\d{1,16})\.([\w-]{1,64})$/.exec(text)
  if (!match) throw wrong()
  return { at: Number(match[1]), id: String(match[2]) }
}

/** The same for rows whose ids are numbers. */
export function parseNumberCursor(text: string | undefined): { at: number; id: number } | undefined {
  const cursor = parseCursor(text)
  if (cursor && !/^\d{1,15}$/.test(cursor.id)) throw wrong()
  return cursor && { at: cursor.at, id: Number(cursor.id) }
}
