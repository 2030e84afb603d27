import type { DestinationRecord, TrafficRecord } from '@reveille/contract'
import { LANE_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import type { Lane } from '../../hotel/delivery.ts'
import { answerIn, laneFare, nextTryOf, troubledSince, whyOf } from '../../hotel/lane-fare.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useWhoseOf } from '../../live/desk.ts'
import { useNow } from '../../parts/now.ts'
import { LaneState } from '../../parts/lane-state.tsx'
import { exactWords, momentWords } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { LaneDeeds, type Looking } from './lane-deeds.tsx'
import { Spark } from './spark.tsx'
import { deliveryTexts } from './texts.ts'

interface LanesProps extends Looking {
  readonly lanes: readonly Lane[]
}

/** Where messages go, and how each of them fares. */
export function Lanes({ lanes, ...looking }: LanesProps) {
  const said = useTexts(deliveryTexts)
  const whoseOf = useWhoseOf(lanes.map(({ destination }) => destination))
  return (
    <section className="lanes" aria-label={said.lanes}>
      {lanes.map((lane) => (
        <LaneCard
          key={`${lane.destination.tenant} ${lane.destination.purpose} ${lane.destination.name}`}
          lane={lane}
          whose={whoseOf(lane.destination)}
          {...looking}
        />
      ))}
    </section>
  )
}

interface LaneCardProps extends Looking {
  readonly lane: Lane
  /** Its house, where another has a lane of this name. */
  readonly whose: string
}

function LaneCard({ lane: { destination, traffic }, whose, ...looking }: LaneCardProps) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const now = useNow(1_000)
  const { name, link, purpose, waiting, oldest } = destination
  const kind = link !== null ? said.ofProperty : purpose === 'charge' ? said.ofCharges : said.ofRooms
  const since = oldest === null ? said.waitingOf : said.oldest(format.age(now - instantOf(oldest)))
  return (
    <article className="lane">
      <div className="lane-name">
        <h2>{name}</h2>
        <span className="second">{whose === '' ? kind : `${whose} · ${kind}`}</span>
        <LaneState fare={laneFare(destination)} next={null} />
      </div>
      <div className="lane-count">
        <span className="number large">{format.number(waiting)}</span>
        <span className="second small">{since}</span>
      </div>
      {traffic === null ? (
        <span />
      ) : (
        <Spark traffic={traffic} look={LANE_LOOK[laneFare(destination)] ?? UNKNOWN_LOOK} />
      )}
      <div className="lane-foot">
        <LaneFacts destination={destination} traffic={traffic} />
        <LaneDeeds destination={destination} whose={whose} {...looking} />
      </div>
    </article>
  )
}

interface FactsProps {
  readonly destination: DestinationRecord
  readonly traffic: TrafficRecord | null
}

function LaneFacts({ destination, traffic }: FactsProps) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  if (laneFare(destination) !== 'flowing') return <Trouble destination={destination} />
  const day = traffic?.counts.delivered ?? 0
  const last = traffic?.lastDelivered ?? null
  return (
    <span className="grow">
      {said.inDay(format.number(day), last === null ? '' : format.time(instantOf(last)))}
    </span>
  )
}

/** Since when nothing gets there, when it is tried next, and why: what the latest try was answered, or of the link. */
function Trouble({ destination }: Pick<FactsProps, 'destination'>) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const now = useNow(1_000)
  const { failures, last } = destination
  const [since, next] = [troubledSince(destination), nextTryOf(destination, now)]
  const facts = [
    since === null ? '' : troubleWords(said, failures, momentWords(format, since, now)),
    next === null ? '' : said.nextTry(exactWords(format, next, now)),
  ].filter((one) => one !== '')
  const why = whyOf(destination)
  const tried = last === null ? '' : said.lastTry(exactWords(format, instantOf(last.at), now), answerIn(last))
  const stated = why === '' ? tried : why
  return (
    <span className="lane-trouble">
      {facts.length === 0 ? null : <span>{facts.join(', ')}</span>}
      {stated === '' ? null : (
        <span className="cut" lang={why === '' ? undefined : 'en'} title={stated}>
          {stated}
        </span>
      )}
    </span>
  )
}

const troubleWords = (said: (typeof deliveryTexts)['en'], failures: number, since: string): string =>
  failures > 0 ? said.tries(failures, since) : said.sinceWhen(since)
