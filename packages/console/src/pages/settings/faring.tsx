import type { AnswerOf } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { DELIVERY_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import { Age } from '../../parts/age.tsx'
import { laneFare, whyOf } from '../../hotel/lane-fare.ts'
import { LaneState } from '../../parts/lane-state.tsx'
import { State } from '../../parts/state.tsx'
import { laneTexts } from '../../texts/lanes.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

type Destination = AnswerOf<'system.destinations'>['destinations'][number]
type Delivery = AnswerOf<'delivery.list'>['deliveries'][number]

const LOOK_MS = 2_000
const LAST = 5

interface FaringProps {
  readonly noun: 'connector' | 'server'
  readonly name: string
  /** Empty: it is the whole house's. */
  readonly tenant: string
}

/** How a receiver fares at this moment, and what went to it last. */
export function Faring({ noun, name, tenant }: FaringProps) {
  const { client } = useDesk()
  const purpose = noun === 'connector' ? 'charge' : 'room-status'
  const { data } = useQuery({
    queryKey: ['settings-destinations'],
    queryFn: ({ signal }) => client.call('system.destinations', {}, { signal }),
    refetchInterval: LOOK_MS,
  })
  const one = data?.destinations.find(
    (destination) =>
      destination.name === name && destination.purpose === purpose && destination.tenant === tenant,
  )
  if (one === undefined) return null
  return (
    <section className="faring">
      <FaringNow one={one} />
      <LastDeliveries one={one} />
      <FaringLinks one={one} />
    </section>
  )
}

/** Since when it is as it is, where that is known. */
const sinceOf = ({ link, disabled, failing }: Destination): string | null =>
  disabled ?? failing ?? link?.since ?? null

function FaringNow({ one }: { readonly one: Destination }) {
  const texts = useTexts(settingsTexts)
  const since = sinceOf(one)
  const why = whyOf(one)
  return (
    <p className="row-of">
      <LaneState fare={laneFare(one)} next={one.next} />
      {since === null ? null : (
        <span className="second">
          {texts.since} <Age since={instantOf(since)} />
        </span>
      )}
      <span className="second">{texts.waiting(one.waiting)}</span>
      {why === '' ? null : <span lang="en">{why}</span>}
    </p>
  )
}

function LastDeliveries({ one: { name, purpose, tenant } }: { readonly one: Destination }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const { data } = useQuery({
    queryKey: ['settings-deliveries', name, tenant],
    queryFn: ({ signal }) => {
      const whose = tenant === '' ? {} : { tenant }
      const query = { destination: name, order: 'desc', limit: 2 * LAST, ...whose } as const
      return client.call('delivery.list', { query }, { signal })
    },
    refetchInterval: LOOK_MS,
  })
  // A connector and a server may have the same name, and so may those of two houses.
  const isIts = (one: Delivery) => one.purpose === purpose && one.owner === tenant
  const last = (data?.deliveries ?? []).filter(isIts).slice(0, LAST)
  if (last.length === 0) return null
  return (
    <ul className="last-deliveries" aria-label={texts.lastDeliveries}>
      {last.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  )
}

function DeliveryLine({ delivery: { id, room, summary, state, created } }: { readonly delivery: Delivery }) {
  const said = useTexts(laneTexts)
  const format = useFormat()
  return (
    <li>
      <Link href={`/delivery/${id}`}>
        <time className="number" title={format.exact(instantOf(created))}>
          {format.time(instantOf(created))}
        </time>
        <b className="number">{room}</b>
        <span className="cut">{summary}</span>
        <State {...(DELIVERY_LOOK[state] ?? UNKNOWN_LOOK)}>{said[state]}</State>
      </Link>
    </li>
  )
}

function FaringLinks({ one: { name, tenant, link } }: { readonly one: Destination }) {
  const texts = useTexts(settingsTexts)
  const { trace } = useTexts(laneTexts)
  const named = encodeURIComponent(name)
  return (
    <p className="row-of">
      <Link className="button" href={`/deliveries?lane=${named}`}>
        {texts.allDeliveries}
      </Link>
      {link === null ? null : (
        <Link
          className="button"
          href={`/deliveries?trace=${named}${tenant === '' ? '' : `&of=${encodeURIComponent(tenant)}`}`}
        >
          {trace}
        </Link>
      )}
    </p>
  )
}
