import type { AlarmRecord } from '@reveille/contract'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ALARM_LISTS, alarmListIn, groupOf, whereIs } from '../../hotel/alarm.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useRoomNames, useSession, useTenantName, useWhoseRoom } from '../../live/desk.ts'
import { knowAlarms } from '../../live/know-alarm.ts'
import { useAlarmDeeds } from '../../live/use-alarm-deeds.ts'
import { useKeys, useRecord, useWatched } from '../../live/use.ts'
import { Age } from '../../parts/age.tsx'
import { Button, Chip } from '../../parts/button.tsx'
import { GuestButtons } from '../../parts/guest-buttons.tsx'
import { KnowDialog } from '../../parts/know-dialog.tsx'
import { Empty, NotRead, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { OnPaper } from '../../parts/on-paper.tsx'
import { useNow } from '../../parts/now.ts'
import { usePageKeys } from '../../parts/page-keys.ts'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { otherSide } from '../../texts/alarm-sentences.ts'
import { alarmTexts, alarmWords } from '../../texts/alarms.ts'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { useAlarmSentence } from '../../texts/use-alarm-sentence.ts'
import './alarms.css'
import { ShiftBook, useTold } from './shift-book.tsx'
import { type PastState, usePastAlarms } from './use-past-alarms.ts'

const ROW = 48
const COLUMNS = 'minmax(0, clamp(200px, 22vw, 320px)) 92px 88px minmax(0, 1fr) minmax(0, auto) auto auto'

/** What the desk must know, what somebody knows, and what is over. */
export default function AlarmsPage() {
  const said = useTexts(alarmTexts)
  const [query, setQuery] = useSearchParams()
  const state = alarmListIn(query)
  const words = { open: said.openOnes, acknowledged: said.known, over: said.over } as const
  usePageKeys([{ key: 'p', what: said.print, deed: 'print', act: () => print() }])
  return (
    <>
      <div className="title">
        <h1>{said.title}</h1>
        <div className="chips">
          {ALARM_LISTS.map((one) => (
            <Chip key={one} on={one === state} onClick={() => setQuery(one === 'open' ? {} : { state: one })}>
              {words[one]}
              {one === 'open' ? <OpenCount /> : null}
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

function OpenCount() {
  const { number } = useFormat()
  const { length } = useKeys(useDesk().house.alarms.store)
  return length === 0 ? null : <b>{number(length)}</b>
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
        <NoneOpen />
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

/** That the house is well is said once it is certain that nothing is known that is not over. */
function NoneOpen() {
  const said = useTexts(alarmTexts)
  const { number } = useFormat()
  const { data, isFetching, hasNextPage } = usePastAlarms('acknowledged')
  const count = data?.pages.reduce((sum, { answer }) => sum + answer.alarms.length, 0) ?? null
  const written = `${number(count ?? 0)}${hasNextPage ? '+' : ''}`
  return (
    <Empty>
      <p>
        {said.none}{' '}
        {count === null || count === 0 ? null : (
          <Link href="/alarms?state=acknowledged">{said.knownOnes(count === 1, written)}</Link>
        )}
        {count === 0 && !isFetching ? said.allWell : null}
      </p>
    </Empty>
  )
}

/** Of a kind that there are several of, all at once. */
function KnowOfAKind({ alarms }: { readonly alarms: readonly AlarmRecord[] }) {
  const said = useTexts(alarmTexts)
  const nameOf = useRoomNames()
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
            rooms={those.map(nameOf)}
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

function PastAlarms({ state, title }: { readonly state: PastState; readonly title: string }) {
  const said = useTexts(alarmTexts)
  const { showMore } = useTexts(commonTexts)
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePastAlarms(state)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={6} />
  const items = data.pages.flatMap(({ answer }) => answer.alarms)
  if (items.length === 0) return <Empty>{said.noneOfThese}</Empty>
  return (
    <>
      <OnPaper>{() => <ShiftBook title={title} alarms={items} />}</OnPaper>
      <div role="table" aria-label={said.title} aria-rowcount={items.length}>
        {items.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
      </div>
      {hasNextPage ? (
        <Button asks onClick={() => void fetchNextPage()}>
          {showMore}
        </Button>
      ) : null}
    </>
  )
}

function AlarmRow({ alarm }: { readonly alarm: AlarmRecord }) {
  const isOpen = alarm.state === 'open'
  const isRed = alarm.level === 'red'
  const tenant = useTenantName(alarm.tenant)
  const whose = useWhoseRoom(alarm)
  const told = useTold(alarm)
  return (
    <Row state={isOpen ? (isRed ? 'bad' : 'again') : 'over'} columns={COLUMNS} isActive={isOpen}>
      <Tape mark={isOpen ? (isRed ? 'failed' : 'triangle') : 'bar'}>
        <About alarm={alarm} />
      </Tape>
      <Cell className="at">
        <When raised={instantOf(alarm.raised)} />
      </Cell>
      <Cell className="where">
        <span className={isOpen ? 'number large' : 'number'}>{alarm.room}</span>
      </Cell>
      <Cell className="what">
        <Sentence alarm={alarm} />
      </Cell>
      <Cell className="told second small">
        <span>{[tenant ?? whose, told].filter((one) => one !== '').join(' · ')}</span>
      </Cell>
      <Cell className="who">
        <Telling alarm={alarm} />
      </Cell>
      {isOpen ? <ForGuest alarm={alarm} /> : null}
    </Row>
  )
}

/** All that the banner offers elsewhere: here it is one line. */
function ForGuest({ alarm }: { readonly alarm: AlarmRecord }) {
  const deeds = useAlarmDeeds(groupOf([alarm]))
  const isAllowed = mayChange(useSession())
  if (!isAllowed || (deeds.ringAgain ?? deeds.reachedByHand) === null) return null
  return (
    <Cell className="for-guest">
      <GuestButtons {...deeds} />
    </Cell>
  )
}

/** In words, and where it is: a link for who may go there. */
function About({ alarm: { kind, about } }: { readonly alarm: AlarmRecord }) {
  const said = useTexts(alarmTexts)
  const { permissions } = useSession()
  const words = alarmWords(said, kind) || kind
  const place = whereIs(about, permissions)
  return place === null ? (
    <span className="cut about">{words}</span>
  ) : (
    <Link className="cut about" href={place}>
      {words}
    </Link>
  )
}

/** The time; of another day, that too. */
function When({ raised }: { readonly raised: number }) {
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <span className="number" title={format.exact(raised)}>
      {format.time(raised)}
      {format.date(raised) === format.date(now) ? null : (
        <small className="second">{format.day(raised)}</small>
      )}
    </span>
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
  const { id, state, raised } = alarm
  const said = useTexts(alarmTexts)
  const nameOf = useRoomNames()
  if (state !== 'open') return null
  return (
    <>
      <span className="second small">
        <Age since={instantOf(raised)} />
      </span>
      <Know ids={[id]} rooms={[nameOf(alarm)]} deed={said.know} />
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
      <Button asks onClick={() => setAsking(true)}>
        {deed}
      </Button>
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
