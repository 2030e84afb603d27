import type { BoardRecord, LogEntry } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useTenantQuery } from '../../live/desk.ts'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { happenedAlone } from '../../texts/happened.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { isOf, Part } from './room-parts.tsx'
import { boardTexts } from './texts.ts'

/** So many rows of the log are shown here. */
const NEWEST = 100

interface LogProps {
  readonly number: string
  readonly tenant: string
  /** What changes when there is something new to read. */
  readonly news?: readonly unknown[]
}

export const newsOf = ({ status, pending, marks, occupied }: BoardRecord): readonly unknown[] => [
  status?.changed,
  status?.id,
  pending,
  marks.map(({ mark, since }) => `${mark} ${since}`).join(),
  occupied,
]

/** Another house may have a room of this number: the log is that of this one's house. */
const logOf = (number: string, tenant: string) =>
  `/log?${new URLSearchParams({ room: number, ...(tenant === '' ? {} : { tenant }) })}`

/** A page of the log about it, the newest first; what is older stands in the log itself. */
export function RoomLog({ number, tenant, news = [] }: LogProps) {
  const said = useTexts(boardTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const { data, error, refetch } = useQuery({
    queryKey: ['room-log', tenant, number, ...news],
    queryFn: ({ signal }) =>
      client.call(
        'log.list',
        { query: { room: number, order: 'desc', limit: NEWEST, ...asked(tenant) } },
        { signal },
      ),
    placeholderData: (before, query) => (isOf({ number, tenant }, query?.queryKey) ? before : undefined),
  })
  return (
    <Part title={said.log}>
      <Rows rows={data?.log} error={error} onRetry={() => void refetch()} />
      {data === undefined ? null : (
        <p className="second">
          {data.log.length < NEWEST ? said.wholeLog : said.newestLog(NEWEST)}{' '}
          <Link href={logOf(number, tenant)}>{said.inLog}</Link>
        </p>
      )}
    </Part>
  )
}

/** What was reported of it and marked at its door: for those who do not read the log. */
export function RoomHistory({ number, tenant, news = [] }: LogProps) {
  const said = useTexts(boardTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const { data, error, refetch } = useQuery({
    queryKey: ['room-history', tenant, number, ...news],
    queryFn: ({ signal }) =>
      client.call('board.history', { params: { number }, query: asked(tenant) }, { signal }),
    placeholderData: (before, query) => (isOf({ number, tenant }, query?.queryKey) ? before : undefined),
  })
  return (
    <Part title={said.log}>
      <Rows rows={data?.history} error={error} onRetry={() => void refetch()} />
    </Part>
  )
}

interface RowsProps {
  readonly rows: readonly LogEntry[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
}

function Rows({ rows, error, onRetry }: RowsProps): ReactNode {
  const said = useTexts(boardTexts)
  const format = useFormat()
  if (error !== null) return <Trouble error={error} onRetry={onRetry} />
  if (rows === undefined) return <Skeleton rows={6} />
  if (rows.length === 0) return <p className="second">{said.noLog}</p>
  return (
    <ol className="room-log">
      {rows.map((row) => (
        <li key={row.id}>
          <time title={format.exact(instantOf(row.at))}>
            {format.day(instantOf(row.at))} <b>{format.time(instantOf(row.at))}</b>
          </time>
          <What row={row} />
          <span className="second">{row.actor}</span>
        </li>
      ))}
    </ol>
  )
}

/** What belongs to a call leads to all that is known of it, also where it is over or was cancelled. */
function What({ row }: { readonly row: LogEntry }) {
  const { words, isForeign } = happenedAlone(row, useFormat())
  const language = isForeign ? 'en' : undefined
  return row.wakeup === undefined ? (
    <span lang={language}>{words}</span>
  ) : (
    <Link href={`/wakeup/${row.wakeup}`} lang={language}>
      {words}
    </Link>
  )
}
