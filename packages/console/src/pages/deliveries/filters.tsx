import {
  type DeliveryCounts,
  filterQuery,
  type Group,
  GROUP_QUERY,
  GROUPS,
  OPEN_QUERY,
} from '../../hotel/delivery.ts'
import { addDays } from '../../kernel/calendar.ts'
import { useDesk } from '../../live/desk.ts'
import { Chip } from '../../parts/button.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Mark } from '../../parts/icon.tsx'
import { useNow } from '../../parts/now.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { DELIVERY_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import { deliveryTexts } from './texts.ts'
import { type Address, CHIPS } from './use-address.ts'

interface FiltersProps {
  readonly address: Address
  readonly counts: DeliveryCounts | undefined
  /** Of all lanes. */
  readonly names: readonly string[]
}

/** Which deliveries are looked at; the file for a spreadsheet has the same. */
export function Filters({ address, counts, names }: FiltersProps) {
  const said = useTexts(deliveryTexts)
  const { client } = useDesk()
  const { state, filter, set } = address
  const { order: _, ...asked } = state === null ? { ...OPEN_QUERY, order: null } : GROUP_QUERY[state]
  return (
    <div className="title filters">
      <StateChips address={address} counts={counts} />
      <span className="grow" />
      <div className="narrowed">
        <Select
          label={said.lane}
          value={filter.lane ?? ''}
          options={[{ value: '', word: said.allLanes }, ...names.map((one) => ({ value: one, word: one }))]}
          onChoose={(one) => set({ lane: one === '' ? null : one, open: null })}
        />
        <RoomFilter key={filter.room} address={address} />
        <SinceFilter address={address} />
        <CsvButton
          name="deliveries"
          read={() => client.csv('delivery.list', { query: { ...asked, ...filterQuery(filter) } })}
        />
      </div>
    </div>
  )
}

function StateChips({ address: { state, filter, set }, counts }: Omit<FiltersProps, 'names'>) {
  const said = useTexts(deliveryTexts)
  const { number } = useFormat()
  // What is counted is of all rooms and days.
  const known = filter.room === null && filter.since === null ? counts : undefined
  const open = known && GROUPS.reduce((sum, group) => sum + known[group], 0)
  // Rare: it takes no room where there is none.
  const isThere = (group: Group) =>
    group !== 'takenBack' || state === group || (counts !== undefined && counts.takenBack > 0)
  const countOf = (group: Group) =>
    group === 'delivered' || group === 'all' || known === undefined ? null : <b>{number(known[group])}</b>
  return (
    <div className="chips" role="group" aria-label={said.states}>
      <Chip on={state === null} onClick={() => set({ state: null, open: null })}>
        {said.open}
        {open === undefined ? null : <b>{number(open)}</b>}
      </Chip>
      {CHIPS.filter(isThere).map((one) => (
        <Chip
          key={one}
          on={state === one}
          className={`chip s-${(DELIVERY_LOOK[one] ?? UNKNOWN_LOOK).state}`}
          onClick={() => set({ state: one, open: null })}
        >
          {one === 'all' ? null : <Mark name={(DELIVERY_LOOK[one] ?? UNKNOWN_LOOK).mark} />}
          {said[one]}
          {countOf(one)}
        </Chip>
      ))}
    </div>
  )
}

/** A room is typed: there are hundreds of them. */
function RoomFilter({ address: { filter, set } }: { readonly address: Address }) {
  const said = useTexts(deliveryTexts)
  const choose = (typed: string) => {
    const room = typed.trim()
    if (room !== (filter.room ?? '')) set({ room: room === '' ? null : room, open: null })
  }
  return (
    <SearchField
      className="room"
      label={said.room}
      defaultValue={filter.room ?? ''}
      maxLength={20}
      autoComplete="off"
      onBlur={({ target }) => choose(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') choose(currentTarget.value)
      }}
    />
  )
}

const MINUTE = 60_000
/** How many days ago each begins. */
const BEGINNINGS = { sinceToday: 0, sinceYesterday: -1, sinceWeek: -6, sinceMonth: -29 } as const
const NAMES = ['sinceToday', 'sinceYesterday', 'sinceWeek', 'sinceMonth'] as const

/** The day itself stands in the address: a link in a mail opens the same view a week later. */
function SinceFilter({ address: { filter, set } }: { readonly address: Address }) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const today = format.date(useNow(MINUTE))
  const named = NAMES.map((name) => ({ value: addDays(today, BEGINNINGS[name]), word: said[name] }))
  const { since } = filter
  const other =
    since === null || named.some(({ value }) => value === since)
      ? []
      : [{ value: since, word: said.sinceDay(format.writtenDay(since)) }]
  return (
    <Select
      label={said.since}
      value={since ?? ''}
      options={[{ value: '', word: said.anyTime }, ...named, ...other]}
      onChoose={(day) => set({ since: day === '' ? null : day, open: null })}
    />
  )
}
