import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { useLanguage } from '../../texts/speech.ts'

interface Span {
  readonly start: string
  readonly end: string
}

/**
 * The server's own page for the printer: A4, by time and by room, with boxes to tick. What is printed is what is looked at:
 * the part of the house that was chosen, or all of it.
 */
export function usePrintAddress({ start, end }: Span): string {
  const language = useLanguage()
  const tenant = useWatched(useDesk().tenant)
  const query = new URLSearchParams({ start, end, language, ...(tenant === '' ? {} : { tenant }) })
  return `/rest/wakeup/list/print?${query.toString()}`
}

/** So many the server takes by name. */
const MOST_CHOSEN = 200

/** Of that page only these calls; null where they are too many for it. */
export function paperOf(address: string, ids: readonly string[]): string | null {
  if (ids.length > MOST_CHOSEN) return null
  return ids.length === 0 ? address : `${address}&${new URLSearchParams({ id: ids.join(',') }).toString()}`
}
