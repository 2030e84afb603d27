import type { DeliveryRecord } from '@reveille/contract'
import { useState } from 'react'
import {
  type Deed,
  deedsFor,
  type DeliveryFilter,
  type Group,
  GROUPS,
  type Lane,
  lanesToSettle,
  type LaneVerdict,
  stillChosen,
  verdictOn,
} from '../../hotel/delivery.ts'
import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { useTexts } from '../../texts/speech.ts'
import { DeedDialog, useMayAct } from './deeds.tsx'
import { Filters } from './filters.tsx'
import { Lanes } from './lanes.tsx'
import { RefusedAgain } from './refused-again.tsx'
import { GroupOf, type Picking } from './rows.tsx'
import { SettleAll } from './settle-all.tsx'
import { deliveryTexts } from './texts.ts'
import { Trace } from './trace.tsx'
import { type Address, useAddress } from './use-address.ts'
import { useDeliveryNews, useIsNothingOpen, useLanes, useListed } from './use-deliveries.ts'
import './deliveries.css'

/** Messages to connectors and servers: what needs a person first. */
export default function DeliveriesPage() {
  const address = useAddress()
  const { lanes, counts, error, refetch } = useLanes()
  const mayAct = useMayAct()
  useDeliveryNews()
  if (error !== null && lanes === undefined) return <Trouble error={error} isWhole onRetry={refetch} />
  const { filter, set, look, trace } = address
  const all = counts(null)
  const verdict =
    all === undefined || lanes === undefined
      ? null
      : verdictOn(
          all,
          lanes.map(({ destination }) => destination),
        )
  const names = [...new Set((lanes ?? []).map(({ destination }) => destination.name))]
  return (
    <>
      <Title verdict={verdict} lanes={lanes ?? []} refused={all?.refused ?? 0} />
      {lanes === undefined ? (
        <Skeleton rows={3} />
      ) : (
        <Lanes
          lanes={lanes}
          watched={address.state === 'all' ? filter.lane : null}
          onWatch={(name) => set({ lane: name, state: name === null ? null : 'all', open: null })}
          onTrace={look}
        />
      )}
      <Filters address={address} counts={counts(filter.lane)} names={names} />
      <Lists address={address} lanes={lanes ?? []} />
      {trace !== null && mayAct ? <Trace {...trace} onClose={() => look(null)} /> : null}
    </>
  )
}

interface TitleProps {
  readonly verdict: LaneVerdict | null
  readonly lanes: readonly Lane[]
  readonly refused: number
}

function Title({ verdict, lanes, refused }: TitleProps) {
  const said = useTexts(deliveryTexts)
  const words = {
    uncertain: said.needPerson,
    refused: said.refusedOnes,
    dead: said.deadOnes,
    disabled: said.disabledOnes,
    held: said.heldOnes,
    away: said.awayOnes,
    well: () => (lanes.length === 0 ? said.nobodyYet : said.allWell),
  }
  const mayAct = useMayAct()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="title">
      <h1>{said.title}</h1>
      {verdict === null ? null : <span className="second said">{words[verdict.is](verdict.count)}</span>}
      <span className="grow" />
      {mayAct && refused > 0 ? (
        <Button look="quiet" asks onClick={() => setAsking(true)}>
          {said.refusedAgain}
        </Button>
      ) : null}
      {isAsking ? (
        <RefusedAgain lanes={lanes.map(({ destination }) => destination)} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  )
}

interface ListsProps {
  readonly address: Address
  readonly lanes: readonly Lane[]
}

function Lists({ address: { state, filter, open, set, look }, lanes }: ListsProps) {
  const said = useTexts(deliveryTexts)
  const groups: readonly Group[] = state === null ? GROUPS : [state]
  const { chosen, choose, clear } = useChosen(groups, filter)
  const picking: Picking = {
    open,
    setOpen: (id) => set({ open: id }),
    chosen: new Set(chosen.map(({ id }) => id)),
    choose,
    onTrace: look,
  }
  const mayAct = useMayAct()
  const looked = useWatched(useDesk().tenant)
  const settled = mayAct && groups.includes('uncertain') ? lanesToSettle(lanes, filter, looked) : []
  return (
    <>
      {settled.map((lane) => (
        <SettleAll
          key={`${lane.tenant} ${lane.purpose}`}
          lane={lane}
          lanes={lanes.map(({ destination }) => destination)}
          since={filter.since}
        />
      ))}
      {state === null && lanes.length > 0 ? <NothingOpen filter={filter} /> : null}
      {groups.map((group) => (
        <GroupOf
          key={group}
          group={group}
          filter={filter}
          nothing={state === null ? '' : said.none}
          {...picking}
        />
      ))}
      {chosen.length === 0 ? null : <Chosen chosen={chosen} onClear={clear} />}
    </>
  )
}

/** Those that are selected, as they are now; what is listed no more, or has become another, is let go. */
function useChosen(groups: readonly Group[], filter: DeliveryFilter) {
  const [states, setStates] = useState<ReadonlyMap<string, string>>(new Map())
  const listed = useListed(groups, filter)
  const chosen = listed === null ? [] : stillChosen(states, listed)
  if (listed !== null && chosen.length < states.size)
    setStates(new Map(chosen.map(({ id, state }) => [id, state])))
  const choose = ({ id, state }: DeliveryRecord) =>
    setStates((before) => {
      const after = new Map(before)
      if (!after.delete(id)) after.set(id, state)
      return after
    })
  return { chosen, choose, clear: () => setStates(new Map()) }
}

/** Said once, where none of the groups has anything: of a house that tells nobody it would claim what never was. */
function NothingOpen({ filter }: Pick<Address, 'filter'>) {
  const said = useTexts(deliveryTexts)
  const isEmpty = useIsNothingOpen(filter)
  const isNarrow = filter.lane !== null || filter.room !== null || filter.since !== null
  return isEmpty ? <p className="nothing">{isNarrow ? said.none : said.noneOpen}</p> : null
}

interface ChosenProps {
  readonly chosen: readonly DeliveryRecord[]
  readonly onClear: () => void
}

/** What can be done with all that are selected: the deeds that every one of them allows. */
function Chosen({ chosen, onClear }: ChosenProps) {
  const said = useTexts(deliveryTexts)
  const [deed, setDeed] = useState<Deed | null>(null)
  const [first, ...others] = chosen
  usePageKeys([{ key: 'Escape', what: said.deselect, act: onClear }])
  if (first === undefined) return null
  const deeds = deedsFor(first).filter((one) => others.every((other) => deedsFor(other).includes(one)))
  return (
    <div className="chosen" role="region" aria-label={said.selected(chosen.length)}>
      <b>{said.selected(chosen.length)}</b>
      {deeds.map((one) => (
        <Button key={one} asks onClick={() => setDeed(one)}>
          {said[one]}
        </Button>
      ))}
      <Button look="quiet" onClick={onClear}>
        {said.deselect}
      </Button>
      {deed === null ? null : (
        <DeedDialog deed={deed} deliveries={chosen} onClose={() => setDeed(null)} onDone={onClear} />
      )}
    </div>
  )
}
