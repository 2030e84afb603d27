import { Link, useLocation } from 'wouter'
import { daysBetween, type Span, type SpanName, SPANS, spanNamed } from '../../hotel/report.ts'
import { addDays } from '../../kernel/calendar.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Field, Tick } from '../../parts/field.tsx'
import { useNow } from '../../parts/now.ts'
import { usePageKeys } from '../../parts/page-keys.ts'
import { Select } from '../../parts/select.tsx'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { ChargeReport } from './charges.tsx'
import { DeliveryReport } from './deliveries.tsx'
import { TurnRoundReport } from './rooms.tsx'
import { reportTexts } from './texts.ts'
import { spanQuery, useSpan } from './use-report.ts'
import { WakeupReport } from './wakeups.tsx'
import './reports.css'

const REPORTS = ['wakeups', 'charges', 'deliveries', 'rooms'] as const
type ReportName = (typeof REPORTS)[number]

const IDS = {
  wakeups: 'report.wakeups',
  charges: 'report.inventory',
  deliveries: 'report.deliveries',
  rooms: 'report.turnRound',
} as const

const SUMS = ['day,category', 'room', 'item', 'user', 'day,room'] as const

/** What happened, added up, on a sheet that can be printed as it stands. */
export default function ReportsPage() {
  const said = useTexts(reportTexts)
  const [place] = useLocation()
  const name = REPORTS.find((one) => place.startsWith(`/reports/${one}`)) ?? 'wakeups'
  const { span, query, set } = useSpan()
  const asked = spanQuery(span)
  const days = daysBetween(span, addDays)
  const isTableOnly = query.get('view') === 'table'
  const by = SUMS.find((one) => one === query.get('by')) ?? SUMS[0]
  const hours = name === 'wakeups' && query.get('by') === 'hour' ? { by: 'hour' } : {}
  const more = name === 'charges' ? { by } : hours
  return (
    <>
      <Head name={name} asked={{ ...asked, ...more }} />
      <div className="title filters no-print">
        <SpanPicker />
        {name === 'wakeups' ? (
          <Select
            label={said.by}
            value={hours.by ?? ''}
            options={[
              { value: '', word: said.byDay },
              { value: 'hour', word: said.byHour },
            ]}
            onChoose={(one) => set({ by: one })}
          />
        ) : null}
        {name === 'charges' ? <ChargeSums by={by} onChoose={(one) => set({ by: one })} /> : null}
        <Tick checked={isTableOnly} onChange={({ target }) => set({ view: target.checked ? 'table' : '' })}>
          {said.asTable}
        </Tick>
      </div>
      <article className="report-sheet">
        <Heading name={name} span={span} />
        {name === 'wakeups' ? (
          <WakeupReport query={{ ...asked, ...hours }} {...{ days, isTableOnly }} />
        ) : null}
        {name === 'charges' ? <ChargeReport query={asked} {...{ by, days, isTableOnly }} /> : null}
        {name === 'deliveries' ? <DeliveryReport query={asked} {...{ days, isTableOnly }} /> : null}
        {name === 'rooms' ? <TurnRoundReport query={asked} {...{ days, isTableOnly }} /> : null}
      </article>
    </>
  )
}

interface HeadProps {
  readonly name: ReportName
  readonly asked: Readonly<Record<string, string>>
}

function Head({ name, asked }: HeadProps) {
  const said = useTexts(reportTexts)
  const common = useTexts(commonTexts)
  const { client } = useDesk()
  const { query } = useSpan()
  const kept = ['start', 'end'].flatMap((field) => {
    const value = query.get(field)
    return value === null ? [] : [`${field}=${value}`]
  })
  usePageKeys([{ key: 'p', what: common.print, deed: 'print', act: () => window.print() }])
  return (
    <div className="title no-print">
      <h1>{said.title}</h1>
      <nav className="chips" aria-label={said.which}>
        {REPORTS.map((one) => (
          <Link
            key={one}
            className="chip"
            href={`/reports/${one}${kept.length === 0 ? '' : `?${kept.join('&')}`}`}
            aria-current={one === name ? 'page' : undefined}
          >
            {said[one]}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <CsvButton
        name={name}
        read={() => client.csv(IDS[name], { query: asked } as Parameters<typeof client.csv>[1])}
      />
      <Button icon="print" onClick={() => window.print()}>
        {common.print}
      </Button>
    </div>
  )
}

function SpanPicker() {
  const said = useTexts(reportTexts)
  const { span, name, today, set } = useSpan()
  const choose = (one: SpanName) => {
    const { start, end } = one === 'own' ? span : spanNamed(one, today, addDays)
    set({ start, end })
  }
  return (
    <>
      <Select
        label={said.span}
        value={name}
        options={SPANS.map((one) => ({ value: one, word: said[one] }))}
        onChoose={choose}
      />
      <div className="days">
        <Field
          label={said.from}
          type="date"
          value={span.start}
          max={span.end}
          onChange={({ target }) => set({ start: target.value })}
        />
        <Field
          label={said.until}
          type="date"
          value={span.end}
          min={span.start}
          onChange={({ target }) => set({ end: target.value })}
        />
      </div>
    </>
  )
}

interface SumsProps {
  readonly by: (typeof SUMS)[number]
  readonly onChoose: (by: string) => void
}

function ChargeSums({ by, onChoose }: SumsProps) {
  const said = useTexts(reportTexts)
  const words = {
    'day,category': `${said.day}, ${said.category}`,
    room: said.room,
    item: said.item,
    user: said.user,
    'day,room': `${said.day}, ${said.room}`,
  } as const
  return (
    <Select
      label={said.by}
      value={by}
      options={SUMS.map((one) => ({ value: one, word: words[one] }))}
      onChoose={onChoose}
    />
  )
}

function Heading({ name, span: { start, end } }: { readonly name: ReportName; readonly span: Span }) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const { site, account } = useSession()
  const now = useNow(60_000)
  const days =
    start === end ? format.writtenDay(start) : said.toSpan(format.writtenDay(start), format.writtenDay(end))
  return (
    <header>
      <div>
        <h2>{`${said[name]}, ${days}`}</h2>
        <p className="second">{site.name}</p>
      </div>
      <p className="second small print-only">
        {said.printedBy(account, `${format.day(now)} ${format.time(now)}`)}
      </p>
    </header>
  )
}
