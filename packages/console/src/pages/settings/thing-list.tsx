import { useState } from 'react'
import { useSearchParams, Link } from 'wouter'
import type { ConfigNoun, ConfigObject } from '../../api/config.ts'
import { floorOf } from '../../hotel/room-ranges.ts'
import { useTenantName, useWhoseOf } from '../../live/desk.ts'
import { Tick } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { FilterPlace, useListFilter } from '../../parts/list-filter.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { useTexts } from '../../texts/speech.ts'
import { DeleteRooms } from './delete-rooms.tsx'
import { RowState } from './row-state.tsx'
import { addressOfThing, KINDS, NEW, type SettingsPage } from './pages.ts'
import { type SettingsTexts, settingsTexts } from './texts.ts'
import { namedIn, said as textIn, useConfigList } from './use-config.ts'

const ROW = 49
/** From here on a list has a filter. */
const LONG = 12

interface ThingListProps {
  readonly page: SettingsPage
  readonly noun: ConfigNoun
  readonly place: string
}

/** What a thing is called in its list. */
const titleOf = (noun: ConfigNoun, object: ConfigObject): string =>
  noun === 'tenant' ? textIn(object, 'name') : textIn(object, KINDS[noun].key)

/** What else is said of it there. */
function besideOf(noun: ConfigNoun, object: ConfigObject, texts: SettingsTexts): string {
  if (noun === 'tenant') return textIn(object, 'timezone')
  if (noun === 'user') return sentenceOf(permissionsOf(object), texts)
  if (noun === 'mailbox' || noun === 'room') return roomFacts(object, texts).join(' · ')
  if (noun === 'line') return textIn(object, 'uri')
  if (noun === 'item')
    return [textIn(object, 'description'), textIn(object, 'price')].filter((one) => one !== '').join(' · ')
  return (
    textIn(object, 'description') ||
    textIn(object, 'url') ||
    textIn(object, 'host') ||
    textIn(object, 'floor')
  )
}

/** Of a room its name and where it lies; the extension where it is another number than the room's. */
function roomFacts(room: ConfigObject, texts: SettingsTexts): readonly string[] {
  const [number, extension, written] = [
    textIn(room, 'number'),
    textIn(room, 'extension'),
    textIn(room, 'floor'),
  ]
  const floor = written === '' ? floorOf(number) : written
  const section = textIn(room, 'section')
  return [
    textIn(room, 'name'),
    extension === '' || extension === number ? '' : texts.extensionOf(extension),
    floor === '' ? '' : texts.floorOf(floor),
    section,
  ].filter((fact) => fact !== '')
}

const DOES = {
  administrator: 'does_administrator',
  frontdesk: 'does_frontdesk',
  inventory: 'does_inventory',
  correct: 'does_correct',
  review: 'does_review',
} as const
const ALL_THAT_IS_DONE = ['administrator', 'frontdesk', 'inventory', 'correct', 'review'] as const

/** What an account may do, as a sentence: the most first. */
function sentenceOf(permissions: readonly string[], texts: SettingsTexts): string {
  const does = ALL_THAT_IS_DONE.filter((one) => permissions.includes(one)).map((one) => texts[DOES[one]])
  const said = (does.length === 0 ? [texts.does_nothing] : does).join(', ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}

const permissionsOf = ({ permissions }: ConfigObject): readonly string[] =>
  Array.isArray(permissions) ? permissions.filter((one) => typeof one === 'string') : []

/** Those that go by the dozen: a wing is closed, a range was typed wrong. */
const TICKED: readonly ConfigNoun[] = ['mailbox', 'room']

const keyOf = (noun: ConfigNoun, object: ConfigObject) =>
  `${titleOf(noun, object)} ${textIn(object, 'tenant')}`

/** What is ticked of a list, also what the filter does not show just now. */
function useTicks(noun: ConfigNoun) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const set = (objects: readonly ConfigObject[], isTicked: boolean) => {
    const keys = objects.map((one) => keyOf(noun, one))
    setTicked((before) =>
      isTicked ? new Set([...before, ...keys]) : new Set([...before].filter((key) => !keys.includes(key))),
    )
  }
  return {
    isTicked: (one: ConfigObject) => ticked.has(keyOf(noun, one)),
    set,
    none: () => setTicked(new Set()),
  }
}

type Ticks = ReturnType<typeof useTicks>

export function ThingList({ page, noun, place }: ThingListProps) {
  const ticks = useTicks(noun)
  const texts = useTexts(settingsTexts)
  const { data, error, refetch } = useConfigList(noun)
  const [query, setQuery] = useSearchParams()
  const filter = useListFilter()
  const whoseOf = useWhoseOf((data ?? []).map((one) => namedIn(noun, one)))
  const wanted = (query.get('q') ?? '').toLowerCase()
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={5} />
  const shown = data.filter(
    (one) =>
      wanted === '' || `${titleOf(noun, one)} ${besideOf(noun, one, texts)}`.toLowerCase().includes(wanted),
  )
  return (
    <div className={data.length > LONG ? 'thing-list long' : 'thing-list'}>
      <div className="thing-head">
        <h3>
          {texts[`${noun}Many`]}{' '}
          {data.length === 0 ? null : (
            <span className="second">{texts.shown(shown.length, data.length)}</span>
          )}
        </h3>
        <Link className="button" href={addressOfThing(page, noun, NEW)} aria-label={texts[`${noun}New`]}>
          <Icon name="plus" size="small" />
        </Link>
      </div>
      {data.length > LONG ? (
        <FilterPlace filter={filter} className="filter">
          <SearchField
            label={texts.filter}
            value={query.get('q') ?? ''}
            onChange={({ target }) =>
              setQuery(target.value === '' ? {} : { q: target.value }, { replace: true })
            }
          />
        </FilterPlace>
      ) : null}
      {data.length === 0 ? <p className="second none">{texts.none}</p> : null}
      {TICKED.includes(noun) && data.length > 0 ? (
        <TickBar noun={noun} all={data} shown={shown} ticks={ticks} />
      ) : null}
      <div className="thing-rows">
        <VirtualList
          label={texts[`${noun}Many`]}
          items={shown}
          filter={filter}
          keyOf={(one) => keyOf(noun, one)}
          heightOf={() => ROW}
        >
          {(one) => (
            <ThingRow {...{ page, noun, place, ticks }} object={one} whose={whoseOf(namedIn(noun, one))} />
          )}
        </VirtualList>
      </div>
    </div>
  )
}

interface TickBarProps {
  readonly noun: ConfigNoun
  readonly all: readonly ConfigObject[]
  readonly shown: readonly ConfigObject[]
  readonly ticks: Ticks
}

/** Ticks all that the filter shows, and what can be done to those that are ticked. */
function TickBar({ noun, all, shown, ticks }: TickBarProps) {
  const texts = useTexts(settingsTexts)
  const rooms = all.filter(ticks.isTicked)
  const isEvery = shown.length > 0 && shown.every(ticks.isTicked)
  return (
    <div className="tick-bar">
      <Tick
        checked={isEvery}
        disabled={shown.length === 0}
        onChange={({ target }) => ticks.set(shown, target.checked)}
      >
        {texts.tickAll(shown.length)}
      </Tick>
      <DeleteRooms noun={noun} rooms={rooms} onOver={ticks.none} />
    </div>
  )
}

interface ThingRowProps extends ThingListProps {
  readonly object: ConfigObject
  readonly ticks: Ticks
  /** Its house, where another has one of its name. */
  readonly whose: string
}

function ThingRow({ page, noun, place, object, ticks, whose }: ThingRowProps) {
  const texts = useTexts(settingsTexts)
  const key = textIn(object, KINDS[noun].key)
  const isRoom = TICKED.includes(noun)
  const tenant = useTenantName(textIn(object, 'tenant'))
  const house = isRoom ? (tenant ?? whose) : whose
  const beside = [besideOf(noun, object, texts), house].filter((one) => one !== '').join(' · ')
  const isHere = place === key || place === `${noun}~${key}`
  return (
    <div role="row" className={isRoom ? 'thing-row ticking' : 'thing-row'}>
      {isRoom ? (
        <div role="cell">
          <Tick
            checked={ticks.isTicked(object)}
            onChange={({ target }) => ticks.set([object], target.checked)}
          >
            <span className="heard-only">{texts.tickOne(titleOf(noun, object))}</span>
          </Tick>
        </div>
      ) : null}
      <div role="cell">
        <Link
          href={addressOfThing(page, noun, key, textIn(object, 'tenant'))}
          aria-current={isHere ? 'page' : undefined}
        >
          <span className="name">
            {noun === 'category' ? <Swatch color={textIn(object, 'color')} /> : null}
            {titleOf(noun, object)}
          </span>
          <span className="second small cut">{beside}</span>
          <RowState noun={noun} object={object} />
        </Link>
      </div>
    </div>
  )
}

const Swatch = ({ color }: { readonly color: string }) => (
  <i className="swatch" style={color === '' ? {} : { background: color }} />
)
