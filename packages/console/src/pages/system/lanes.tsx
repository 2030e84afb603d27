import type { DestinationRecord } from '@reveille/contract'
import { Link } from 'wouter'
import { answerIn, laneFare, lanesInTrouble, troubledSince, whyOf } from '../../hotel/lane-fare.ts'
import { useTenantName, useWhoseOf } from '../../live/desk.ts'
import { LANE_LOOK, UNKNOWN_LOOK } from '../../look/delivery-looks.ts'
import { Age } from '../../parts/age.tsx'
import { LaneState } from '../../parts/lane-state.tsx'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { systemTexts } from './texts.ts'
import { useLanes } from './use-system.ts'

const COLUMNS = 'minmax(0, 208px) minmax(0, 1fr) auto'

/** Who is told nothing at the moment; while everybody is, there is nothing to say. */
export function TroubledLanes() {
  const said = useTexts(systemTexts)
  const all = useLanes()
  const whoseOf = useWhoseOf(all)
  const lanes = lanesInTrouble(all)
  if (lanes.length === 0) return null
  return (
    <section aria-label={said.lanes}>
      <h2>{said.lanes}</h2>
      <div role="table" aria-label={said.lanes} className="rows">
        {lanes.map((lane) => (
          <LaneRow key={`${lane.tenant} ${lane.purpose} ${lane.name}`} lane={lane} whose={whoseOf(lane)} />
        ))}
      </div>
    </section>
  )
}

interface LaneRowProps {
  readonly lane: DestinationRecord
  /** Its house, where another has a lane of this name. */
  readonly whose: string
}

function LaneRow({ lane, whose }: LaneRowProps) {
  const said = useTexts(systemTexts)
  const format = useFormat()
  const house = useTenantName(lane.tenant) ?? whose
  const { name, next, waiting, last } = lane
  const fare = laneFare(lane)
  const { state: look, mark } = LANE_LOOK[fare] ?? UNKNOWN_LOOK
  const since = troubledSince(lane)
  const why = [whyOf(lane), answerIn(last)].find((one) => one !== '') ?? ''
  return (
    <Row state={look} columns={COLUMNS}>
      <Tape mark={mark}>{house === '' ? name : `${name}, ${house}`}</Tape>
      <Cell className="what">
        <LaneState fare={fare} next={next} />
        {waiting === 0 ? null : <span>{said.waits(format.number(waiting))}</span>}
        {why === '' ? null : (
          <span className="second" lang="en">
            {why}
          </span>
        )}
      </Cell>
      <Cell className="with-deed">
        {since === null ? null : (
          <span className="second small">
            {said.since} <Age since={since} />
          </span>
        )}
        <Link href={`/deliveries?lane=${encodeURIComponent(name)}`}>
          {said.open}
          <span className="heard-only"> {name}</span>
        </Link>
      </Cell>
    </Row>
  )
}
