import type { LineTrialReply } from '@reveille/contract'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { setupTexts } from './texts.ts'

interface TalkProps {
  readonly trial: LineTrialReply
  readonly name: string
}

interface Said {
  readonly words: string
  readonly ms: number
  readonly by: 'us' | 'them' | 'nobody'
  readonly isBad: boolean
}

const SIGNS = { us: '->', them: '<-', nobody: '--' } as const

const [LEFT, RIGHT, ROW, TOP] = [40, 308, 58, 70]

/** What went back and forth between us and the exchange, drawn as it went. */
export function Talk({ trial, name }: TalkProps) {
  const said = useTexts(setupTexts)
  const { number } = useFormat()
  const lines = useSaid(trial, name)
  const place = trial.exchange.replace(/:5060$/, '')
  const text = lines
    .map(({ words, ms, by }) => `${SIGNS[by]} ${words} (${said.milliseconds(number(ms))})`)
    .join('\n')
  return (
    <aside className="talk" aria-label={said.talk}>
      <h2>{said.talk}</h2>
      <svg viewBox={`0 0 348 ${TOP + ROW * lines.length}`} role="img" aria-label={text}>
        <text x={LEFT} y="16" className="who">
          {said.us}
        </text>
        <text x={RIGHT} y="16" className="who last">
          {place}
        </text>
        <path
          className="posts"
          d={`M${LEFT} 26V${TOP + ROW * lines.length - 20}M${RIGHT} 26V${TOP + ROW * lines.length - 20}`}
        />
        {lines.map((line, at) => (
          <Arrow
            key={`${at} ${line.words}`}
            line={line}
            y={TOP + ROW * at}
            ms={said.milliseconds(number(line.ms))}
          />
        ))}
      </svg>
      <p className="second small">{said.talkHint}</p>
      <CopyButton text={`${said.us} / ${place}\n${text}`}>{said.copyTalk}</CopyButton>
    </aside>
  )
}

interface ArrowProps {
  readonly line: Said
  readonly y: number
  readonly ms: string
}

const PATHS = {
  us: (y: number) => arrow(LEFT, RIGHT, RIGHT - 8, y),
  them: (y: number) => arrow(RIGHT, LEFT, LEFT + 8, y),
  /** It was waited for, and nothing set out. */
  nobody: (y: number) => `M${RIGHT} ${y}H${(LEFT + RIGHT) / 2}`,
} as const

const arrow = (from: number, to: number, tip: number, y: number) =>
  `M${from} ${y}H${to}M${tip} ${y - 5}L${to} ${y}L${tip} ${y + 5}`

const LOOKS = { us: 'ours', them: 'theirs', nobody: 'silence' } as const

function Arrow({ line: { words, by, isBad }, y, ms }: ArrowProps) {
  return (
    <g className={isBad ? `bad ${LOOKS[by]}` : LOOKS[by]}>
      <text x="174" y={y - 8}>
        {words}
      </text>
      <path d={PATHS[by](y)} />
      <text x="174" y={y + 17} className="ms">
        {ms}
      </text>
    </g>
  )
}

function useSaid({ steps }: LineTrialReply, name: string): readonly Said[] {
  const said = useTexts(setupTexts)
  return steps.flatMap(({ step, ok, status, ms, reason }) => {
    const asked = step === 'reach' ? said.areYouThere : said.iAm(name)
    const good = step === 'reach' ? said.yes : said.taken
    const answer = ok ? good : status === null ? said.nothingSaid : `${status}: ${said.no}`
    const words = ok || reason === 'silence' || status !== null ? answer : reason
    return [
      { words: asked, ms: 0, by: 'us', isBad: false },
      { words, ms, by: !ok && status === null ? 'nobody' : 'them', isBad: !ok },
    ]
  })
}
