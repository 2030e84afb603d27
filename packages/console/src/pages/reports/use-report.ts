import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { compactDay, nameOfSpan, type Span, spanNamed } from '../../hotel/report.ts'
import { isEmpty, queryWith } from '../../kernel/address.ts'
import { addDays, isDate } from '../../kernel/calendar.ts'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { useDesk } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'
import { useNow } from '../../parts/now.ts'
import { useFormat } from '../../texts/speech.ts'

const MINUTE = 60_000

/** The days that are looked at, from the address; a week where it says nothing. */
export function useSpan() {
  const [query, setQuery] = useSearchParams()
  const format = useFormat()
  const today = format.date(useNow(MINUTE))
  const week = spanNamed('week', today, addDays)
  const dayOr = (name: string, other: string) => {
    const day = query.get(name) ?? ''
    return isDate(day) ? day : other
  }
  const span: Span = { start: dayOr('start', week.start), end: dayOr('end', week.end) }
  const set = (changes: Readonly<Record<string, string>>) =>
    setQuery((before) => queryWith(before, changes, isEmpty))
  return { span, name: nameOfSpan(span, today, addDays), today, query, set }
}

/** As the server is asked: the end is the first day that no longer counts. */
export const spanQuery = ({ start, end }: Span) => ({
  start: compactDay(start),
  end: compactDay(addDays(end, 1)),
})

type ReportId = 'report.wakeups' | 'report.inventory' | 'report.deliveries' | 'report.turnRound'

const NEWS: Readonly<Record<ReportId, string>> = {
  'report.wakeups': 'wakeup.settled',
  'report.inventory': 'inventory.',
  'report.deliveries': 'delivery.',
  'report.turnRound': 'room.status.',
}

/** A report, read anew when something of its kind happens. */
export function useReport<I extends ReportId>(id: I, query: Readonly<Record<string, string>>) {
  const { client } = useDesk()
  const queries = useQueryClient()
  const start = NEWS[id]
  const isNews = useCallback(({ kind }: HouseEvent) => kind.startsWith(start), [start])
  const act = useCallback(() => void queries.invalidateQueries({ queryKey: [id] }), [queries, id])
  useNews(isNews, act)
  return useQuery({
    queryKey: [id, JSON.stringify(query)],
    queryFn: ({ signal }) => client.call(id, { query } as Parameters<typeof client.call<I>>[1], { signal }),
  })
}
