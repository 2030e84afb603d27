import type { TrafficRecord } from '@reveille/contract'
import type { StateName } from '../../look/icons.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'

const HEIGHT = 34
const STEP = 4

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0)

interface SparkProps {
  readonly traffic: TrafficRecord
  readonly look: { readonly state: StateName }
}

/** The last 24 hours: what arrived is filled, what has not arrived yet is hatched above it. */
export function Spark({ traffic: { accepted, delivered }, look: { state } }: SparkProps) {
  const said = useTexts(deliveryTexts)
  const { number } = useFormat()
  const most = Math.max(1, ...accepted)
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - 2)))
  const words = said.spark(number(sumOf(accepted)), number(sumOf(accepted) - sumOf(delivered)))
  return (
    <svg
      className={`spark s-${state}`}
      viewBox={`0 0 ${STEP * accepted.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      <path className="ground" d={`M0 ${HEIGHT - 0.5}H${STEP * accepted.length}`} />
      {accepted.map((count, at) => {
        const [whole, arrived] = [tall(count), Math.min(tall(count), tall(delivered[at] ?? 0))]
        return (
          <g key={at}>
            <rect
              className="left"
              x={at * STEP}
              y={HEIGHT - whole}
              width={STEP - 1}
              height={whole - arrived}
            />
            <rect className="came" x={at * STEP} y={HEIGHT - arrived} width={STEP - 1} height={arrived} />
          </g>
        )
      })}
    </svg>
  )
}
