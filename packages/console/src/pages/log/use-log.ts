import type { LogEntry } from '@reveille/contract'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { isLookedAt, joined, LOG_FIELDS, type LogFilter, logQuery, minuteOf } from '../../hotel/log.ts'
import { isEmpty, queryWith } from '../../kernel/address.ts'
import { addDays } from '../../kernel/calendar.ts'
import { useDesk } from '../../live/desk.ts'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { useNews } from '../../live/use.ts'
import { useClock } from '../../parts/now.ts'

const PAGE = 200
/** A rush is read a few times a second, and not row by row. */
const GATHER_MS = 400

export const useLogFilter = () => {
  const [query, setQuery] = useSearchParams()
  const [kind, room, actor, q, start, end, wakeup] = LOG_FIELDS.map((name) => query.get(name) ?? '')
  const filter: LogFilter = {
    kind: kind ?? '',
    room: room ?? '',
    actor: actor ?? '',
    q: q ?? '',
    start: start ?? '',
    end: end ?? '',
    wakeup: wakeup ?? '',
  }
  const set = (changes: Partial<LogFilter> & { readonly open?: string; readonly at?: string }) =>
    setQuery((before) => queryWith(before, changes, isEmpty))
  return { filter, set, open: query.get('open'), at: query.get('at') ?? '' }
}

/** So many rows of its minute are looked through. */
const OF_MINUTE = 1_000

/** The row that is open: one of those that are there, or an older one, found by the minute in the address. */
export function useOpenRow(rows: readonly LogEntry[] | undefined, open: string | null, at: string) {
  const { client } = useDesk()
  const start = minuteOf(at)
  const isThe = ({ id }: LogEntry) => String(id) === open
  const shown = rows?.find(isThe) ?? null
  const { data } = useQuery({
    queryKey: ['log-row', start, open],
    enabled: rows !== undefined && shown === null && open !== null && /^\d{12}$/.test(start),
    queryFn: ({ signal }) => client.call('log.list', { query: { start, limit: OF_MINUTE } }, { signal }),
  })
  return shown ?? data?.log.find(isThe) ?? null
}

interface LogPage {
  readonly rows: readonly LogEntry[]
  readonly next: string | null
}

type LogPages = InfiniteData<LogPage, string | null>

/** The newest rows first, and what comes while somebody looks. */
export function useLog(filter: LogFilter, isPaused: boolean) {
  const { client } = useDesk()
  const queries = useQueryClient()
  const clock = useClock()
  const [fresh, setFresh] = useState(0)
  const asked = logQuery(filter, (day) => addDays(day, 1))
  const key = ['log', JSON.stringify(asked)]
  const read = async (after: string | null, signal?: AbortSignal): Promise<LogPage> => {
    const query = { ...asked, order: 'desc' as const, limit: PAGE, ...(after === null ? {} : { after }) }
    const { answer, next } = await client.page('log.list', { query }, signal === undefined ? {} : { signal })
    return { rows: answer.log, next }
  }
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const heardOf = useRef(0)
  const catchUp = async () => {
    const known = heardOf.current
    const newest = await read(null)
    // Somebody began to read while it was on its way: it is still new to them.
    if (latest.current.isPaused) return
    heardOf.current -= known
    setFresh(heardOf.current)
    queries.setQueryData<LogPages>(key, (before) => withNewest(before, newest))
  }
  const latest = useRef({ catchUp, isPaused, filter })
  useEffect(() => {
    latest.current = { catchUp, isPaused, filter }
  })
  const gathering = useRef(false)
  const gather = useCallback(() => {
    if (gathering.current || latest.current.isPaused) return
    gathering.current = true
    clock.after(GATHER_MS, () => {
      gathering.current = false
      if (!latest.current.isPaused) void latest.current.catchUp().catch(() => {})
    })
  }, [clock])
  const heard = useCallback(() => {
    heardOf.current++
    setFresh(heardOf.current)
    gather()
  }, [gather])
  const isNews = useCallback((event: HouseEvent) => isLookedAt(latest.current.filter, event), [])
  useNews(isNews, heard)
  useEffect(() => {
    if (!isPaused && heardOf.current > 0) void latest.current.catchUp().catch(() => {})
  }, [isPaused])
  return { ...found, fresh: isPaused ? fresh : 0, asked }
}

/** Where more came than a page holds, the list begins anew: a gap would look like nothing. */
function withNewest(before: LogPages | undefined, newest: LogPage): LogPages {
  const [first, ...others] = before?.pages ?? []
  const meets = first?.rows.some(({ id }) => id === newest.rows.at(-1)?.id) === true || newest.next === null
  if (!first || !before || !meets) return { pages: [newest], pageParams: [null] }
  return { ...before, pages: [{ ...first, rows: joined(newest.rows, first.rows) }, ...others] }
}
