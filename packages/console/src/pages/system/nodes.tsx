import type { AnswerOf } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { Age } from '../../parts/age.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Cell, Row, Tape } from '../../parts/row.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { systemTexts } from './texts.ts'

type Node = AnswerOf<'system.nodes'>['nodes'][number]

const COLUMNS = 'minmax(0, 208px) minmax(0, 1fr) auto'
const LOOK_MS = 3_000
/** Below this, clocks are as good as the same. */
const APART_MS = 250

const LOOKS = {
  up: ['good', 'tick'],
  leaving: ['again', 'pause'],
  lost: ['bad', 'failed'],
} as const

const EMPTY = { up: 'homeOfNone', leaving: 'mayBeStopped', lost: 'homeOfNone' } as const
const STATES = { up: 'nodeUp', leaving: 'nodeLeaving', lost: 'nodeLost' } as const

/** The processes that share the database; one that is alone has nothing to tell. */
export function Nodes({ isKeeper }: { readonly isKeeper: boolean }) {
  const said = useTexts(systemTexts)
  const { client } = useDesk()
  const [leaving, setLeaving] = useState<Node | null>(null)
  const toast = useToast()
  const { data, refetch } = useQuery({
    queryKey: ['system-nodes'],
    queryFn: () => client.call('system.nodes', {}),
    refetchInterval: LOOK_MS,
  })
  if (data === undefined || data.nodes.length === 0) return null
  const others = data.nodes.filter(({ state }) => state === 'up').length
  const drain = ({ name }: Node) =>
    void client
      .call('system.drain', { params: { name }, body: {} })
      .then(() => refetch(), toast.failure)
      .finally(() => setLeaving(null))
  return (
    <section aria-label={said.nodes}>
      <h2>{said.nodes}</h2>
      <div role="table" aria-label={said.nodes} className="rows nodes">
        {data.nodes.map((node) => (
          <NodeRow
            key={node.name}
            node={node}
            onDrain={isKeeper && node.state === 'up' && others > 1 ? () => setLeaving(node) : null}
          />
        ))}
      </div>
      {leaving === null ? null : (
        <Confirm
          title={said.drainTitle(leaving.name)}
          deed={said.drainDeed(leaving.name)}
          asks
          onYes={() => drain(leaving)}
          onNo={() => setLeaving(null)}
        >
          <p>{said.drainWhat}</p>
        </Confirm>
      )}
    </section>
  )
}

interface NodeRowProps {
  readonly node: Node
  /** Null where it cannot be asked for. */
  readonly onDrain: (() => void) | null
}

function NodeRow({ node, onDrain }: NodeRowProps) {
  const said = useTexts(systemTexts)
  const { number, count } = useFormat()
  const { name, state, houses, version, address, clockAheadMs, joined, beatMs } = node
  const [look, mark] = LOOKS[state]
  const homes = useHouseNames(houses)
  const isApart = Math.abs(clockAheadMs) >= APART_MS
  return (
    <Row state={look} columns={COLUMNS}>
      <Tape mark={mark}>{`${name} ${said[STATES[state]]}`}</Tape>
      <Cell className="what">
        <span>{homes.length > 0 ? said.homeOf(homes.join(', ')) : said[EMPTY[state]]}</span>
        <span className="second">
          {said.versionAt(version, address)}
          {' · '}
          {isApart ? (
            <b>{said.clockApart(number(Math.abs(clockAheadMs) / 1_000), clockAheadMs > 0)}</b>
          ) : (
            said.clockSame
          )}
        </span>
      </Cell>
      <Cell className="with-deed">
        <span className="second small">
          {state === 'lost' && beatMs !== null ? (
            said.lastSeen(count(beatMs))
          ) : (
            <>
              {said.since} <Age since={instantOf(joined)} />
            </>
          )}
        </span>
        {onDrain === null ? null : (
          <Button asks onClick={onDrain}>
            {said.drain}
          </Button>
        )}
      </Cell>
    </Row>
  )
}

/** What belongs to no tenant is the house itself; the seals are kept in one place as well. */
function useHouseNames(houses: Node['houses']): readonly string[] {
  const said = useTexts(systemTexts)
  const { site, tenants } = useSession()
  return houses.map((house) => {
    if (house === '') return site.name
    if (house === '@log') return said.sealsHome
    return tenants.find(({ id }) => id === house)?.name ?? house
  })
}
