import type { DeliveryRecord } from '@reveille/contract'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  type Deed,
  deedsFor,
  GROUP_QUERY,
  type Group,
  GROUPS,
  type LaneVerdict,
  verdictOn,
} from '../../hotel/delivery.ts'
import { useDesk } from '../../live/desk.ts'
import { Button, Chip } from '../../parts/button.tsx'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Mark } from '../../parts/icon.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { Select } from '../../parts/select.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { DeedDialog, useMayAct } from './deeds.tsx'
import { DELIVERY_LOOK, UNKNOWN_LOOK } from './delivery-states.ts'
import { Lanes } from './lanes.tsx'
import { RefusedAgain } from './refused-again.tsx'
import { GroupOf, type Picking } from './rows.tsx'
import { deliveryTexts } from './texts.ts'
import { Trace } from './trace.tsx'
import { useDeliveryNews, useLanes } from './use-deliveries.ts'
import './deliveries.css'

const CHIPS: readonly Group[] = [...GROUPS, 'delivered']

/** What is in the address: which state, which lane, what is opened. */
function useAddress() {
  const [query, setQuery] = useSearchParams()
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes))
        if (value === null) after.delete(name)
        else after.set(name, value)
      return after
    })
  return {
    state: CHIPS.find((one) => one === query.get('state')) ?? null,
    lane: query.get('lane'),
    open: query.get('open'),
    trace: query.get('trace'),
    set,
  }
}

type Address = ReturnType<typeof useAddress>

/** Messages to connectors and servers: what needs a person first. */
export default function DeliveriesPage() {
  const address = useAddress()
  const { lanes, counts, error, refetch } = useLanes()
  const mayAct = useMayAct()
  useDeliveryNews()
  if (error !== null && lanes === undefined) return <Trouble error={error} isWhole onRetry={refetch} />
  const { set, trace } = address
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
      <Title verdict={verdict} names={names} />
      {lanes === undefined ? (
        <Skeleton rows={3} />
      ) : (
        <Lanes lanes={lanes} onTrace={(name) => set({ trace: name })} />
      )}
      <Filters address={address} counts={counts(address.lane)} names={names} />
      <Lists address={address} />
      {trace !== null && mayAct ? <Trace name={trace} onClose={() => set({ trace: null })} /> : null}
    </>
  )
}

interface TitleProps {
  readonly verdict: LaneVerdict | null
  readonly names: readonly string[]
}

function Title({ verdict, names }: TitleProps) {
  const said = useTexts(deliveryTexts)
  const words = {
    uncertain: said.needPerson,
    refused: said.refusedOnes,
    dead: said.deadOnes,
    disabled: said.disabledOnes,
    held: said.heldOnes,
    well: () => (names.length === 0 ? said.nobodyYet : said.allWell),
  }
  const mayAct = useMayAct()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="title">
      <h1>{said.title}</h1>
      {verdict === null ? null : <span className="second said">{words[verdict.is](verdict.count)}</span>}
      <span className="grow" />
      {mayAct && names.length > 0 ? (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {said.refusedAgain}
        </Button>
      ) : null}
      {isAsking ? <RefusedAgain names={names} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

interface FiltersProps {
  readonly address: Address
  readonly counts: Readonly<Record<Group, number>> | undefined
  readonly names: readonly string[]
}

function Filters({ address: { state, lane, set }, counts, names }: FiltersProps) {
  const said = useTexts(deliveryTexts)
  const { number } = useFormat()
  const { client } = useDesk()
  const open = counts && GROUPS.reduce((sum, group) => sum + counts[group], 0)
  const asked = state === null ? 'uncertain,refused,waiting,sending,dead' : GROUP_QUERY[state].state
  return (
    <div className="title filters">
      <div className="chips" role="group" aria-label={said.states}>
        <Chip on={state === null} onClick={() => set({ state: null, open: null })}>
          {said.open}
          {open === undefined ? null : <b>{number(open)}</b>}
        </Chip>
        {CHIPS.map((one) => (
          <Chip
            key={one}
            on={state === one}
            className={`chip s-${(DELIVERY_LOOK[one] ?? UNKNOWN_LOOK).state}`}
            onClick={() => set({ state: one, open: null })}
          >
            <Mark name={(DELIVERY_LOOK[one] ?? UNKNOWN_LOOK).mark} />
            {said[one]}
            {one === 'delivered' || counts === undefined ? null : <b>{number(counts[one])}</b>}
          </Chip>
        ))}
      </div>
      <span className="grow" />
      <Select
        label={said.lane}
        value={lane ?? ''}
        options={[{ value: '', word: said.allLanes }, ...names.map((one) => ({ value: one, word: one }))]}
        onChoose={(one) => set({ lane: one === '' ? null : one, open: null })}
      />
      <CsvButton
        name="deliveries"
        read={() =>
          client.csv('delivery.list', {
            query: { state: asked, ...(lane === null ? {} : { destination: lane }) },
          })
        }
      />
    </div>
  )
}

function Lists({ address: { state, lane, open, set } }: { readonly address: Address }) {
  const said = useTexts(deliveryTexts)
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeliveryRecord>>(new Map())
  const choose = (delivery: DeliveryRecord) =>
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(delivery.id)) after.set(delivery.id, delivery)
      return after
    })
  const picking: Picking = {
    open,
    setOpen: (id) => set({ open: id }),
    chosen,
    choose,
    onTrace: (name) => set({ trace: name }),
  }
  const groups = state === null ? GROUPS : [state]
  return (
    <>
      {groups.map((group) => (
        <GroupOf
          key={group}
          group={group}
          lane={lane}
          nothing={state === null ? '' : said.none}
          {...picking}
        />
      ))}
      {chosen.size === 0 ? null : (
        <Chosen chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />
      )}
    </>
  )
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
  usePageKeys([{ key: 'Escape', what: said.clear, act: onClear }])
  if (first === undefined) return null
  const deeds = deedsFor(first).filter((one) => others.every((other) => deedsFor(other).includes(one)))
  return (
    <div className="chosen" role="region" aria-label={said.selected(chosen.length)}>
      <b>{said.selected(chosen.length)}</b>
      {deeds.map((one) => (
        <Button key={one} onClick={() => setDeed(one)}>
          {said[one]}
        </Button>
      ))}
      <Button look="quiet" onClick={onClear}>
        {said.clear}
      </Button>
      {deed === null ? null : (
        <DeedDialog deed={deed} deliveries={chosen} onClose={() => setDeed(null)} onDone={onClear} />
      )}
    </div>
  )
}
