import type { AlarmRecord } from '@reveille/contract'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import {
  ALARM_LISTS,
  alarmListIn,
  groupOf,
  isUnsettled,
  mayRingAgain,
  saysTogether,
  guestStanding,
  whereIs,
} from '../../hotel/alarm.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useRoomNames, useSession, useTenantName, useWhoseRoom } from '../../live/desk.ts'
import { knowAlarms } from '../../live/know-alarm.ts'
import { useAlarmDeeds } from '../../live/use-alarm-deeds.ts'
import { useCallDeeds } from '../../live/use-call-deeds.ts'
import { useAll, useKeys, useRecord, useWatched } from '../../live/use.ts'
import type { MarkName, StateName } from '../../look/icons.ts'
import { Age } from '../../parts/age.tsx'
import { Button, Chip } from '../../parts/button.tsx'
import { GuestButtons } from '../../parts/guest-buttons.tsx'
import { KnowDialog } from '../../parts/know-dialog.tsx'
import { Empty, NotRead, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { OnPaper } from '../../parts/on-paper.tsx'
import { useNow } from '../../parts/now.ts'
import { usePageKeys } from '../../parts/page-keys.ts'
import { RingRooms } from '../../parts/ring-rooms.tsx'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { otherSide } from '../../texts/alarm-sentences.ts'
import { alarmTexts, standingWords } from '../../texts/alarms.ts'
import { commonTexts } from '../../texts/common.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { useAlarmSentence } from '../../texts/use-alarm-sentence.ts'
import './alarms.css'
import { ShiftBook, useTold } from './shift-book.tsx'
import { type PastState, usePastAlarms } from './use-past-alarms.ts'

const ROW = 48
const COLUMNS = 'minmax(0, clamp(190px, 20vw, 320px)) 92px 88px minmax(0, 1fr) auto'

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
        <div className="chips no-print">
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
  const left = useUnsettled()
  const alarms = () => keys.flatMap((key) => store.get(key) ?? [])
  if (keys.length === 0 && are !== 'read')
    return <NotRead rows={6} are={are} onRetry={() => void feed.readAll().catch(() => {})} />
  return (
    <>
      <OnPaper>{() => <ShiftBook title={title} alarms={[...alarms(), ...left]} />}</OnPaper>
      <div className="of-a-kind">
        <RingAll alarms={[...alarms(), ...left]} />
        <KnowOfAKind alarms={alarms()} />
      </div>
      {keys.length === 0 ? (
        left.length > 0 ? null : (
          <NoneOpen />
        )
      ) : (
        <VirtualList label={said.title} items={keys} keyOf={(key) => key} heightOf={() => ROW}>
          {(key) => <OpenAlarm id={key} />}
        </VirtualList>
      )}
      {left.length === 0 ? null : (
        <section className="left">
          <h2>{said.notReached}</h2>
          <div role="table" aria-label={said.notReached} aria-rowcount={left.length}>
            {left.map((alarm) => (
              <AlarmRow key={alarm.id} alarm={alarm} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** Guests of whom somebody knows, the oldest first: what is known is not done yet. */
const useUnsettled = (): readonly AlarmRecord[] =>
  [...useAll(useDesk().house.unsettled.store).values()].toSorted((a, b) => (a.raised < b.raised ? -1 : 1))

/** That the house is well is said once it is certain that nothing is known that is not over. */
function NoneOpen() {
  const said = useTexts(alarmTexts)
  const { number } = useFormat()
  const { data, isFetching, hasNextPage } = usePastAlarms('acknowledged')
  const { site } = useSession()
  const { builtIn } = useTexts(commonTexts)
  const count = data?.pages.reduce((sum, { answer }) => sum + answer.alarms.length, 0) ?? null
  const written = `${number(count ?? 0)}${hasNextPage ? '+' : ''}`
  return (
    <Empty>
      <p>
        {said.none}{' '}
        {count === null || count === 0 ? null : (
          <Link href="/alarms?state=acknowledged">{said.knownOnes(count === 1, written)}</Link>
        )}
        {count !== 0 || isFetching ? null : site.telephony === 'virtual' ? builtIn : said.allWell}
      </p>
    </Empty>
  )
}

/** Of a kind that there are several of, all at once. */
function KnowOfAKind({ alarms }: { readonly alarms: readonly AlarmRecord[] }) {
  const said = useTexts(alarmTexts)
  const nameOf = useRoomNames()
  const several = [...new Set(alarms.map(saysTogether))]
    .map((says) => alarms.filter((one) => saysTogether(one) === says))
    .filter((those) => those.length > 1)
  if (several.length === 0) return null
  return (
    <>
      {several.map(([first, ...others]) => {
        if (first === undefined) return null
        const those = [first, ...others]
        const standing = guestStanding(first) === 'answered' ? 'answered' : null
        const words = standingWords(said, first.kind, standing) || first.kind
        return (
          <Know
            key={saysTogether(first)}
            ids={those.map(({ id }) => id)}
            rooms={those.map(nameOf)}
            deed={said.knowKind(words, those.length)}
          />
        )
      })}
    </>
  )
}

const isToBeRung = (alarm: AlarmRecord) =>
  mayRingAgain(groupOf([alarm])) && !['rings', 'answered'].includes(guestStanding(alarm) ?? '')

/** A room that was rung again in vain has two alarms. */
const oncePerRoom = (alarms: readonly AlarmRecord[]) => [
  ...new Map(alarms.map((one) => [`${one.tenant} ${one.room}`, one])).values(),
]

/** Those who were not woken and are not rung again yet, all at once; whoever wants some of them selects them on Today. */
function RingAll({ alarms }: { readonly alarms: readonly AlarmRecord[] }) {
  const said = useTexts(alarmTexts)
  const deeds = useCallDeeds()
  const nameOf = useRoomNames()
  const isAllowed = mayChange(useSession())
  const [isAsking, setAsking] = useState(false)
  const those = oncePerRoom(alarms.filter(isToBeRung))
  if (!isAllowed || those.length < 2) return null
  return (
    <>
      <Button look="main" icon="phone" asks onClick={() => setAsking(true)}>
        {said.ringRooms(those.length)}
      </Button>
      {isAsking ? (
        <RingRooms
          rooms={those.map(nameOf)}
          ring={() => deeds.ringAll(those)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
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
  const paper = <OnPaper>{() => <ShiftBook title={title} alarms={items} />}</OnPaper>
  if (items.length === 0)
    return (
      <>
        {paper}
        <Empty>{said.noneOfThese}</Empty>
      </>
    )
  return (
    <>
      {paper}
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

/** Red is who must still be woken, also where somebody knows of it. */
function looksOf(alarm: AlarmRecord): { readonly state: StateName; readonly mark: MarkName } {
  const standing = guestStanding(alarm)
  if (alarm.state !== 'over' && standing === 'answered') return { state: 'again', mark: 'again' }
  if (isUnsettled(alarm)) return { state: 'bad', mark: 'failed' }
  if (alarm.state !== 'open') return { state: 'over', mark: standing === 'reached' ? 'hand' : 'bar' }
  return alarm.level === 'red' ? { state: 'bad', mark: 'failed' } : { state: 'again', mark: 'triangle' }
}

function AlarmRow({ alarm }: { readonly alarm: AlarmRecord }) {
  const isLeft = alarm.state === 'open' || isUnsettled(alarm)
  const { state, mark } = looksOf(alarm)
  const tenant = useTenantName(alarm.tenant)
  const whose = useWhoseRoom(alarm)
  const told = useTold(alarm)
  return (
    <Row state={state} columns={COLUMNS} isActive={isLeft}>
      <Tape mark={mark}>
        <About alarm={alarm} />
      </Tape>
      <Cell className="at">
        <When raised={instantOf(alarm.raised)} />
      </Cell>
      <Cell className="where">
        <span className={isLeft ? 'number large' : 'number'}>{alarm.room}</span>
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
      {isLeft ? <ForGuest alarm={alarm} /> : null}
    </Row>
  )
}

/** All that the banner offers elsewhere: here it is one line. */
function ForGuest({ alarm }: { readonly alarm: AlarmRecord }) {
  const deeds = useAlarmDeeds(groupOf([alarm]))
  const isAllowed = mayChange(useSession())
  if (!isAllowed || (deeds.ringAgain ?? deeds.reachedByHand ?? deeds.answered) === null) return null
  return (
    <Cell className="for-guest">
      <GuestButtons {...deeds} />
    </Cell>
  )
}

/** In words, and where it is: a link for who may go there. */
function About({ alarm }: { readonly alarm: AlarmRecord }) {
  const { kind, about } = alarm
  const said = useTexts(alarmTexts)
  const { permissions } = useSession()
  const words = standingWords(said, kind, guestStanding(alarm)) || kind
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
