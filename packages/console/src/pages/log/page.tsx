import type { LogEntry } from '@reveille/contract'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { factsOf, isCountable, leadsTo, type LogFilter } from '../../hotel/log.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useSession, useWhoseRoom } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useIsPhone } from '../../parts/media.ts'
import { FilterPlace, type ListFilter, useListFilter } from '../../parts/list-filter.tsx'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { Select } from '../../parts/select.tsx'
import { commonTexts } from '../../texts/common.ts'
import { kindWords, logNouns } from '../../texts/log-kinds.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { LogList } from './log-list.tsx'
import { logTexts } from './texts.ts'
import { useLog, useLogFilter, useOpenRow } from './use-log.ts'
import './log.css'

/** A moment up to here: 2026-11-15T07:04 */
const MINUTE = 16

/** What happened: the newest first, and what happens now. */
export default function LogPage() {
  const said = useTexts(logTexts)
  const { filter, set, open, at } = useLogFilter()
  const [isPaused, setPaused] = useState(false)
  const [isDown, setDown] = useState(false)
  const log = useLog(filter, isPaused || isDown)
  const filterPlace = useListFilter()
  const frame = useRef<HTMLDivElement>(null)
  const { client } = useDesk()
  const rows = log.data?.pages.flatMap((page) => page.rows)
  const opened = useOpenRow(rows, open, at)
  const show = (row: LogEntry | null) =>
    set({ open: row === null ? '' : String(row.id), at: row?.at.slice(0, MINUTE) ?? '' })
  return (
    <div className="log">
      <div className="title">
        <h1>{said.title}</h1>
        <Button
          aria-pressed={isPaused}
          icon={isPaused ? 'play' : 'stop'}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? said.goOn : said.pause}
        </Button>
        <span className="second" role="status">
          {isPaused ? said.paused : said.live}
        </span>
        {log.fresh > 0 ? (
          <Button
            look="main"
            icon="up"
            onClick={() => {
              setPaused(false)
              setDown(false)
              frame.current?.scrollTo(0, 0)
            }}
          >
            {isCountable(filter) ? said.fresh(log.fresh) : said.freshOnes}
          </Button>
        ) : null}
        <span className="grow" />
        <CsvButton
          name="log"
          read={() => client.csv('log.list', { query: { ...log.asked, order: 'desc' } })}
        />
      </div>
      <Filters key={JSON.stringify(filter)} filter={filter} place={filterPlace} set={set} />
      {log.error === null ? null : <Trouble error={log.error} onRetry={() => void log.refetch()} />}
      {rows === undefined ? (
        log.error === null ? (
          <Skeleton rows={10} />
        ) : null
      ) : rows.length === 0 ? (
        <Empty>{said.none}</Empty>
      ) : (
        <LogList
          frame={frame}
          rows={rows}
          open={open}
          onOpen={show}
          onDown={setDown}
          hasMore={log.hasNextPage}
          filter={filterPlace}
          onEnd={() => {
            if (log.hasNextPage && !log.isFetchingNextPage) void log.fetchNextPage()
          }}
        />
      )}
      <More hasMore={log.hasNextPage} onMore={() => void log.fetchNextPage()} />
      {opened === null ? null : <Detail row={opened} onClose={() => show(null)} />}
    </div>
  )
}

function More({ hasMore, onMore }: { readonly hasMore: boolean; readonly onMore: () => void }) {
  const { showMore } = useTexts(commonTexts)
  return hasMore ? (
    <Button className="more" asks onClick={onMore}>
      {showMore}
    </Button>
  ) : null
}

interface FiltersProps {
  readonly filter: LogFilter
  readonly place: ListFilter
  readonly set: ReturnType<typeof useLogFilter>['set']
}

/** Each that is set is a chip that takes it away; the others wait in fields. */
function Filters({ filter, place, set }: FiltersProps) {
  const said = useTexts(logTexts)
  const nouns = useTexts(logNouns)
  const { language } = useFormat()
  const options = [
    { value: '', word: said.anyKind },
    ...Object.entries(nouns).map(([value, word]) => ({ value, word })),
  ]
  const known = options.find(({ value }) => value === filter.kind)
  const kindWord = known?.word ?? (kindWords(filter.kind, language) || filter.kind)
  const chips = [
    ['kind', filter.kind === '' ? '' : kindWord],
    ['room', filter.room === '' ? '' : `${said.room} ${filter.room}`],
    ['actor', filter.actor],
    ['q', filter.q === '' ? '' : `“${filter.q}”`],
    ['start', filter.start === '' ? '' : `${said.from} ${filter.start}`],
    ['end', filter.end === '' ? '' : `${said.until} ${filter.end}`],
    ['wakeup', filter.wakeup === '' ? '' : said.call],
  ] as const
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    set({ room: text('room'), actor: text('actor'), q: text('q'), start: text('start'), end: text('end') })
  }
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="log-filters no-print">
      {isPhone ? (
        <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {said.filters}
        </Button>
      ) : null}
      <form onSubmit={submit} aria-label={said.filters} hidden={isPhone && !isOpen}>
        <Select
          label={said.kind}
          value={known?.value ?? ''}
          options={options}
          onChoose={(kind) => set({ kind })}
        />
        <Field label={said.room} name="room" defaultValue={filter.room} size={6} autoComplete="off" />
        <Field label={said.actor} name="actor" defaultValue={filter.actor} size={10} autoComplete="off" />
        <FilterPlace filter={place} className="words">
          <Field
            label={said.words}
            name="q"
            defaultValue={filter.q}
            title={said.wordsHint}
            autoComplete="off"
          />
        </FilterPlace>
        <Field label={said.from} name="start" type="date" defaultValue={filter.start} />
        <Field label={said.until} name="end" type="date" defaultValue={filter.end} />
        <Button type="submit" icon="filter">
          {said.filters}
        </Button>
      </form>
      <div className="chips">
        {chips.map(([name, word]) =>
          word === '' ? null : (
            <button
              key={name}
              type="button"
              className="chip set"
              aria-label={said.without(word)}
              onClick={() => set({ [name]: '' })}
            >
              {word}
              <Icon name="close" size="tiny" />
            </button>
          ),
        )}
      </div>
    </div>
  )
}

/** One row whole: its facts, and the very JSON. */
function Detail({ row, onClose }: { readonly row: LogEntry; readonly onClose: () => void }) {
  const said = useTexts(logTexts)
  const { close } = useTexts(commonTexts)
  const format = useFormat()
  const whose = useWhoseRoom(row)
  return (
    <aside className="log-detail" aria-label={said.facts}>
      <div className="title">
        <h2>{kindWords(row.kind, format.language) || row.kind}</h2>
        <span className="grow" />
        <Button look="quiet" aria-label={close} onClick={onClose}>
          <Icon name="close" size="small" />
        </Button>
      </div>
      <p lang="en">{row.text}</p>
      <p className="second">
        {[format.exact(instantOf(row.at)), row.actor, row.room, whose]
          .filter((one) => one !== '')
          .join(' · ')}
      </p>
      <p className="second">
        <code>{row.kind}</code>
        {` · ${row.seal === undefined ? said.unsealed : said.seal(String(row.seal))}`}
      </p>
      <Ways row={row} />
      <h3>{said.facts}</h3>
      <table className="facts-table">
        <tbody>
          {factsOf(row).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="answer">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{said.json}</h3>
      <pre className="bytes folds" tabIndex={0}>
        {JSON.stringify(row, null, 2)}
      </pre>
    </aside>
  )
}

/** To what the row tells of. */
function Ways({ row }: { readonly row: LogEntry }) {
  const said = useTexts(logTexts)
  const { permissions } = useSession()
  const ways = leadsTo(row, permissions)
  if (ways.length === 0) return null
  const words = { call: said.call, room: `${said.room} ${row.room}`, delivery: said.delivery } as const
  return (
    <p className="buttons">
      {ways.map(({ what, href }) => (
        <Link key={what} className="button" href={href}>
          {words[what]}
        </Link>
      ))}
    </p>
  )
}
