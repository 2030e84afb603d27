import type { AlarmRecord } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { whereIs } from '../../hotel/alarm.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { knowAlarms } from '../../live/know-alarm.ts'
import { useKeys, useRecord, useWatched } from '../../live/use.ts'
import { Age } from '../../parts/age.tsx'
import { Button, Chip } from '../../parts/button.tsx'
import { KnowDialog } from '../../parts/know-dialog.tsx'
import { Empty, NotRead, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { OnPaper } from '../../parts/on-paper.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { otherSide } from '../../texts/alarm-sentences.ts'
import { alarmTexts, alarmWords } from '../../texts/alarms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { useAlarmSentence } from '../../texts/use-alarm-sentence.ts'
import './alarms.css'
import { ShiftBook, toldWords } from './shift-book.tsx'

const STATES = ['open', 'acknowledged', 'over'] as const
type AlarmState = (typeof STATES)[number]

const ROW = 48
const COLUMNS = 'minmax(0, clamp(200px, 22vw, 320px)) 92px 88px minmax(0, 1fr) auto'

/** What the desk must know, what somebody knows, and what is over. */
export default function AlarmsPage() {
  const said = useTexts(alarmTexts)
  const [query, setQuery] = useSearchParams()
  const state = STATES.find((one) => one === query.get('state')) ?? 'open'
  const words = { open: said.openOnes, acknowledged: said.known, over: said.over } as const
  usePageKeys([{ key: 'p', what: said.print, act: () => print() }])
  return (
    <>
      <div className="title">
        <h1>{said.title}</h1>
        <div className="chips">
          {STATES.map((one) => (
            <Chip key={one} on={one === state} onClick={() => setQuery(one === 'open' ? {} : { state: one })}>
              {words[one]}
            </Chip>
          ))}
        </div>
        <Button
          icon="print"
          look="quiet"
          title={said.print}
          aria-label={said.print}
          onClick={() => print()}
        />
      </div>
      {state === 'open' ? (
        <OpenAlarms title={words.open} />
      ) : (
        <PastAlarms state={state} title={words[state]} />
      )}
    </>
  )
}

function OpenAlarms({ title }: { readonly title: string }) {
  const said = useTexts(alarmTexts)
  const feed = useDesk().house.alarms
  const { store } = feed
  const are = useWatched(feed.are)
  const keys = useKeys(store)
  const alarms = () => keys.flatMap((key) => store.get(key) ?? [])
  if (keys.length === 0 && are !== 'read')
    return <NotRead rows={6} are={are} onRetry={() => void feed.readAll().catch(() => {})} />
  return (
    <>
      <OnPaper>{() => <ShiftBook title={title} alarms={alarms()} />}</OnPaper>
      {keys.length === 0 ? (
        <Empty>{said.none}</Empty>
      ) : (
        <>
          <KnowOfAKind alarms={alarms()} />
          <VirtualList label={said.title} items={keys} keyOf={(key) => key} heightOf={() => ROW}>
            {(key) => <OpenAlarm id={key} />}
          </VirtualList>
        </>
      )}
    </>
  )
}

/** Of a kind that there are several of, all at once. */
function KnowOfAKind({ alarms }: { readonly alarms: readonly AlarmRecord[] }) {
  const said = useTexts(alarmTexts)
  const kinds = [...new Set(alarms.map(({ kind }) => kind))]
  const several = kinds
    .map((kind) => ({ kind, those: alarms.filter((one) => one.kind === kind) }))
    .filter(({ those }) => those.length > 1)
  if (several.length === 0) return null
  return (
    <div className="of-a-kind">
      {several.map(({ kind, those }) => {
        const words = alarmWords(said, kind)
        return (
          <Know
            key={kind}
            ids={those.map(({ id }) => id)}
            rooms={those.map(({ room }) => room)}
            deed={said.knowKind(words === '' ? kind : words, those.length)}
          />
        )
      })}
    </div>
  )
}

function OpenAlarm({ id }: { readonly id: string }) {
  const alarm = useRecord(useDesk().house.alarms.store, id)
  return alarm === undefined ? null : <AlarmRow alarm={alarm} />
}

function PastAlarms({ state, title }: { readonly state: AlarmState; readonly title: string }) {
  const said = useTexts(alarmTexts)
  const { client } = useDesk()
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', state],
    queryFn: ({ signal }) => client.call('alarm.list', { query: { state } }, { signal }),
  })
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={6} />
  const items = data.alarms.toReversed()
  if (items.length === 0) return <Empty>{said.noneOfThese}</Empty>
  return (
    <>
      <OnPaper>{() => <ShiftBook title={title} alarms={items} />}</OnPaper>
      <VirtualList label={said.title} items={items} keyOf={({ id }) => id} heightOf={() => ROW}>
        {(alarm) => <AlarmRow alarm={alarm} />}
      </VirtualList>
    </>
  )
}

function AlarmRow({ alarm }: { readonly alarm: AlarmRecord }) {
  const said = useTexts(alarmTexts)
  const format = useFormat()
  const words = alarmWords(said, alarm.kind)
  const isOpen = alarm.state === 'open'
  const isRed = alarm.level === 'red'
  return (
    <Row state={isOpen ? (isRed ? 'bad' : 'again') : 'over'} columns={COLUMNS} isActive={isOpen}>
      <Tape mark={isOpen ? (isRed ? 'failed' : 'triangle') : 'bar'}>
        <Link className="cut" href={whereIs(alarm.about)}>
          {words === '' ? alarm.kind : words}
        </Link>
      </Tape>
      <Cell className="at">
        <span className="number">{format.time(instantOf(alarm.raised))}</span>
      </Cell>
      <Cell>
        <span className={isOpen ? 'number large' : 'number'}>{alarm.room}</span>
      </Cell>
      <Cell className="what">
        <Sentence alarm={alarm} />
      </Cell>
      <Cell className="who">
        <Telling alarm={alarm} />
      </Cell>
    </Row>
  )
}

function Sentence({ alarm }: { readonly alarm: AlarmRecord }) {
  const ours = useAlarmSentence(alarm)
  const why = ours === null ? '' : otherSide(alarm)
  return (
    <span className="sentence" lang={ours === null ? 'en' : undefined} title={alarm.text}>
      {ours ?? alarm.text}
      {why === '' ? null : (
        <span className="second" lang="en">
          {` (${why})`}
        </span>
      )}
    </span>
  )
}

function Telling({ alarm }: { readonly alarm: AlarmRecord }) {
  const said = useTexts(alarmTexts)
  return (
    <>
      <span className="second small facts">{toldWords(said, alarm)}</span>
      {alarm.state === 'open' ? (
        <>
          <span className="second small">
            <Age since={instantOf(alarm.raised)} />
          </span>
          <Know ids={[alarm.id]} rooms={[alarm.room]} deed={said.know} />
        </>
      ) : null}
    </>
  )
}

interface KnowProps {
  readonly ids: readonly string[]
  readonly rooms: readonly string[]
  readonly deed: string
}

function Know({ ids, rooms, deed }: KnowProps) {
  const desk = useDesk()
  const toast = useToast()
  const isAllowed = mayChange(useSession())
  const [isAsking, setAsking] = useState(false)
  if (!isAllowed) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{deed}</Button>
      {isAsking ? (
        <KnowDialog
          rooms={rooms}
          onClose={() => setAsking(false)}
          onKnow={(note) => {
            setAsking(false)
            void knowAlarms(desk, ids, note).catch(toast.failure)
          }}
        />
      ) : null}
    </>
  )
}
