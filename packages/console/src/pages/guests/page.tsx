import type { GuestRecord } from '@reveille/contract'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import { guestsFound } from '../../hotel/guests.ts'
import { may } from '../../hotel/permissions.ts'
import { keyOfRoom } from '../../hotel/room-status.ts'
import { isEmpty, queryWith } from '../../kernel/address.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useSession, useWhoseRoom } from '../../live/desk.ts'
import type { Feed } from '../../live/feed.ts'
import { guestFeed } from '../../live/guest-feed.ts'
import { useAll, useRecord, useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FilterPlace, type ListFilter, useListFilter } from '../../parts/list-filter.tsx'
import { Empty, NotRead } from '../../parts/nothing.tsx'
import { useClock } from '../../parts/now.ts'
import { usePageKeys } from '../../parts/page-keys.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { CheckInDialog } from './check-in.tsx'
import { GuestDialog } from './guest-dialog.tsx'
import { guestTexts } from './texts.ts'
import { useCallWords, useNextCalls } from './use-next-calls.ts'
import './guests.css'

const ROW = 44

/** Everybody who stays, by room. */
export default function GuestsPage() {
  const said = useTexts(guestTexts)
  const feed = useGuestFeed()
  const guests = useGuests(feed)
  const are = useWatched(feed.are)
  const session = useSession()
  const [query, setQuery] = useSearchParams()
  const words = query.get('q') ?? ''
  const change = (name: string, value: string | null) =>
    setQuery((before) => queryWith(before, { [name]: value }, isEmpty), { replace: name === 'q' })
  const found = useMemo(() => guestsFound(guests, words), [guests, words])
  const isDesk = mayChange(session) && may(session.permissions, ['frontdesk'])
  const checkIn = () => change('do', 'check-in')
  usePageKeys(isDesk ? [{ key: null, what: said.checkIn, deed: 'plus', asks: true, act: checkIn }] : [])
  const filter = useListFilter()
  const open = query.get('guest')
  return (
    <>
      <div className="title">
        <h1>{said.title}</h1>
        <FilterPlace filter={filter} className="guest-search">
          <SearchField
            label={said.search}
            value={words}
            onChange={({ target }) => change('q', target.value)}
          />
        </FilterPlace>
        <span className="second" role="status">
          {are === 'read' ? said.count(found.length) : ''}
        </span>
        <span className="grow" />
        {isDesk ? (
          <Button look="main" icon="plus" asks onClick={checkIn}>
            {said.checkIn}
          </Button>
        ) : null}
      </div>
      {found.length > 0 ? (
        <GuestTable guests={found} filter={filter} onOpen={(id) => change('guest', id)} />
      ) : guests.length === 0 && are !== 'read' ? (
        <NotRead rows={8} are={are} onRetry={() => void feed.readAll().catch(() => {})} />
      ) : (
        <Empty>{words === '' ? said.none : said.noneFound}</Empty>
      )}
      {isDesk && query.get('do') === 'check-in' ? (
        <CheckInDialog guests={guests} onClose={() => change('do', null)} />
      ) : null}
      {open === null || guests.length === 0 ? null : (
        <GuestDialog id={open} guests={guests} onClose={() => change('guest', null)} />
      )}
    </>
  )
}

/** Kept up to date as long as the page is open. */
function useGuestFeed(): Feed<GuestRecord> {
  const { client, house } = useDesk()
  const clock = useClock()
  const feed = useMemo(() => guestFeed(client, clock), [client, clock])
  useEffect(() => house.follow(feed), [house, feed])
  return feed
}

function useGuests(feed: Feed<GuestRecord>): readonly GuestRecord[] {
  const all = useAll(feed.store)
  return useMemo(() => [...all.values()], [all])
}

interface GuestTableProps {
  readonly guests: readonly GuestRecord[]
  readonly filter: ListFilter
  readonly onOpen: (id: string) => void
}

function GuestTable({ guests, filter, onOpen }: GuestTableProps) {
  const said = useTexts(guestTexts)
  const calls = useNextCalls()
  const heads = [said.room, said.name, said.language, said.vip, said.since, said.from, said.next]
  return (
    <div className="guest-table">
      <div className="guest-row heads" aria-hidden="true">
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <VirtualList
        label={said.title}
        items={guests}
        filter={filter}
        keyOf={({ id }) => id}
        heightOf={() => ROW}
      >
        {(guest) => <GuestRow guest={guest} call={calls.get(keyOf(guest))} onOpen={onOpen} />}
      </VirtualList>
    </div>
  )
}

/** The key of the room where somebody stays. */
const keyOf = ({ tenant, room }: GuestRecord) => keyOfRoom({ tenant, number: room })

interface GuestRowProps {
  readonly guest: GuestRecord
  /** The next one of the room, where that is known. */
  readonly call: LiveCall | undefined
  readonly onOpen: (id: string) => void
}

function GuestRow({ guest, call, onOpen }: GuestRowProps) {
  const said = useTexts(guestTexts)
  const format = useFormat()
  const { house } = useDesk()
  const room = useRecord(house.rooms.store, keyOf(guest))
  const name = guest.name === '' ? said.nameless : guest.name
  const next = room?.next ?? null
  const whose = useWhoseRoom(guest)
  return (
    <div className="guest-row" role="row">
      <span role="cell" className="number">
        {guest.room}
        {whose === '' ? null : <small className="second cut">{whose}</small>}
      </span>
      <span role="cell" className="who">
        <button type="button" aria-label={said.open(name)} onClick={() => onOpen(guest.id)}>
          {name}
        </button>
      </span>
      <span role="cell">{format.languageName(guest.language ?? '')}</span>
      <span role="cell">
        {guest.vip ? (
          <>
            <Icon name="star" size="tiny" solid />
            <span className="heard-only">{said.vip}</span>
          </>
        ) : null}
      </span>
      <span role="cell">{format.day(instantOf(guest.arrived))}</span>
      <span role="cell" className="second">
        {guest.system === '' ? said.fromDesk : guest.system}
      </span>
      <span role="cell" className="next">
        {next === null ? null : <NextCall at={instantOf(next)} call={call} />}
      </span>
    </div>
  )
}

/** When, and how where that is not once and by the system: a call that is another by now says nothing. */
function NextCall({ at, call }: { readonly at: number } & Pick<GuestRowProps, 'call'>) {
  const format = useFormat()
  const wordsOf = useCallWords()
  const isIt = call?.next !== undefined && call.next !== null && instantOf(call.next) === at
  const words = isIt ? wordsOf(call) : ''
  return (
    <>
      <Icon name="alarm-clock" size="tiny" />
      <span className="at">{`${format.day(at)} ${format.time(at)}`}</span>
      {words === '' ? null : (
        <span className="second cut" title={words}>
          {words}
        </span>
      )}
    </>
  )
}
