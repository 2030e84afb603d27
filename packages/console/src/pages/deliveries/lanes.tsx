import type { DestinationRecord, TrafficRecord } from '@reveille/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LANE_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import type { Lane } from '../../hotel/delivery.ts'
import { may } from '../../hotel/permissions.ts'
import { instantOf } from '../../kernel/clock.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { useNow } from '../../parts/now.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { LaneState } from '../../parts/lane-state.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { Spark } from './spark.tsx'
import { deliveryTexts } from './texts.ts'

interface LanesProps {
  readonly lanes: readonly Lane[]
  readonly onTrace: (name: string) => void
}

/** Where messages go, and how each of them fares. */
export function Lanes({ lanes, onTrace }: LanesProps) {
  const said = useTexts(deliveryTexts)
  return (
    <section className="lanes" aria-label={said.lanes}>
      {lanes.map((lane) => (
        <LaneCard
          key={`${lane.destination.tenant} ${lane.destination.purpose} ${lane.destination.name}`}
          lane={lane}
          onTrace={onTrace}
        />
      ))}
    </section>
  )
}

function LaneCard({
  lane: { destination, traffic },
  onTrace,
}: { readonly lane: Lane } & Pick<LanesProps, 'onTrace'>) {
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
        <span className="second">{kind}</span>
        <LaneState {...destination} />
      </div>
      <div className="lane-count">
        <span className="number large">{format.number(waiting)}</span>
        <span className="second small">{since}</span>
      </div>
      {traffic === null ? (
        <span />
      ) : (
        <Spark traffic={traffic} look={LANE_LOOK[destination.state] ?? UNKNOWN_LOOK} />
      )}
      <div className="lane-foot">
        <LaneFacts destination={destination} traffic={traffic} />
        <LaneDeeds destination={destination} onTrace={onTrace} />
      </div>
    </article>
  )
}

interface FactsProps {
  readonly destination: DestinationRecord
  readonly traffic: TrafficRecord | null
}

function LaneFacts({ destination: { state, failures, failing, link, why }, traffic }: FactsProps) {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const stated = why !== '' ? why : link !== null && !link.up ? link.why : ''
  if (stated !== '' && state !== 'flowing')
    return (
      <span className="grow cut" lang="en" title={stated}>
        {stated}
      </span>
    )
  const day = traffic?.counts.delivered ?? 0
  const last = traffic?.lastDelivered ?? null
  return (
    <span className="grow">
      {failing !== null && failures > 0
        ? said.tries(failures, format.time(instantOf(failing)))
        : said.inDay(format.number(day), last === null ? '' : format.time(instantOf(last)))}
    </span>
  )
}

function LaneDeeds({
  destination,
  onTrace,
}: { readonly destination: DestinationRecord } & Pick<LanesProps, 'onTrace'>) {
  const said = useTexts(deliveryTexts)
  const session = useSession()
  const { test, enable } = useLaneDeeds(destination)
  const [isAsking, setAsking] = useState(false)
  if (!may(session.permissions, ['administrator'])) return null
  const { name, link, state } = destination
  const isOff = state === 'disabled'
  return (
    <span className="buttons">
      {link === null ? null : (
        <Button look="quiet" aria-label={`${said.trace} ${name}`} onClick={() => onTrace(name)}>
          {said.trace}
        </Button>
      )}
      {link === null && !isOff && mayChange(session) ? (
        <Button aria-label={said.testOf(name)} onClick={test}>
          {said.test}
        </Button>
      ) : null}
      {mayChange(session) ? (
        <Button
          {...(isOff ? {} : { look: 'quiet' as const })}
          aria-label={`${isOff ? said.enable : said.disable} ${name}`}
          onClick={() => (isOff ? enable(true) : setAsking(true))}
        >
          {isOff ? said.enable : said.disable}
        </Button>
      ) : null}
      {isAsking ? (
        <Confirm
          title={said.disableOf(name)}
          deed={said.disable}
          isDangerous
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            enable(false)
          }}
        >
          <p>{said.disableWhy}</p>
        </Confirm>
      ) : null}
    </span>
  )
}

/** Whose name is meant, where several tenants have it. */
const whose = ({ name, tenant }: DestinationRecord) => ({
  params: { key: name },
  query: tenant === '' ? {} : { tenant },
})

function useLaneDeeds(destination: DestinationRecord) {
  const said = useTexts(deliveryTexts)
  const { client } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const { name, purpose } = destination
  const asked = whose(destination)
  const test = async () => {
    const trial =
      purpose === 'charge'
        ? await client.call('connector.test', { ...asked, body: {} })
        : await client.call('server.test', { ...asked, body: {} })
    toast.say(
      trial.forbidden
        ? said.testForbidden(name)
        : trial.status === null
          ? said.testFailed(name, trial.text)
          : said.tested(name, String(trial.status), String(trial.ms)),
    )
  }
  const change = async (isOn: boolean) => {
    const body = { disabled: !isOn }
    if (purpose === 'charge') await client.call('connector.change', { ...asked, body })
    else await client.call('server.change', { ...asked, body })
    await queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  return {
    test: () => void test().catch(toast.failure),
    enable: (isOn: boolean) => void change(isOn).catch(toast.failure),
  }
}
