import type { ReactNode } from 'react'
import type { Format } from '../texts/format.ts'
import { explained, type LineTexts, lineTexts, type LineTrouble } from '../texts/lines.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { Mark } from './icon.tsx'

/** Something that is proved step by step, or not yet. */
interface Shown {
  readonly about:
    | 'reach'
    | 'register'
    | 'waiting'
    | 'dialled'
    | 'ringing'
    | 'answered'
    | 'speaks'
    | 'key'
    | 'hears'
    | 'end'
  readonly is: 'well' | 'wrong' | 'open' | 'going'
  readonly ms: number | null
  readonly packets: number
  readonly lost: number
  readonly word: string
}

interface LineVerdictProps {
  readonly findings: {
    readonly proofs: readonly Shown[]
    readonly trouble: LineTrouble | null
    readonly place: string
    readonly name: string
    readonly announced: string
    readonly status: number | null
    readonly reason: string
  }
  /** What is proved only later. */
  readonly children?: ReactNode
}

/** What of a line is proved by now; what is wrong in one sentence, and what to do about it. */
export function LineVerdict({ findings, children }: LineVerdictProps) {
  const said = useTexts(lineTexts)
  const format = useFormat()
  const { proofs, trouble, status, reason } = findings
  return (
    <>
      {trouble === null ? null : (
        <TroubleBox
          {...explained(said, trouble, findings)}
          exact={status === null ? '' : said.exchangeSays(status, reason)}
        />
      )}
      <ul className="checks" aria-live="polite">
        {proofs.map((proof) => (
          <CheckLine key={proof.about} is={proof.is} when={whenOf(proof, said, format)}>
            {wordsOf(proof, findings.name, said, format)}
          </CheckLine>
        ))}
        {children}
      </ul>
    </>
  )
}

interface TroubleBoxProps {
  readonly what: string
  readonly deed: string
  /** What the exchange said, word for word. */
  readonly exact: string
}

const TroubleBox = ({ what, deed, exact }: TroubleBoxProps) => (
  <section className="verdict-box s-bad" role="alert">
    <Mark name="no-entry" size="large" />
    <div>
      <h2>{what}</h2>
      {exact === '' ? null : <p>{exact}</p>}
    </div>
    <p className="deed">{deed}</p>
  </section>
)

/** When in the call it was, or how long it took. */
function whenOf({ about, ms }: Shown, said: LineTexts, { number }: Format): string {
  if (ms === null || about === 'speaks') return ''
  return about === 'reach' || about === 'register'
    ? said.milliseconds(number(ms))
    : said.seconds(number(tenths(ms)))
}

const tenths = (ms: number) => Math.round(ms / 100) / 10

function wordsOf(proof: Shown, name: string, said: LineTexts, { number }: Format): string {
  const { about, ms, packets, lost, word } = proof
  switch (about) {
    case 'register':
      return said.registers(name)
    case 'speaks':
      return ms === null ? said.speaks : said.speaksFor(number(tenths(ms)))
    case 'hears':
      return packets === 0 ? said.iHear : said.iHearYou(number(packets), number(lost), word)
    case 'end':
      return word === 'them' ? said.endThem : word === 'us' ? said.endUs : said.endLost
    case 'reach':
    case 'waiting':
    case 'dialled':
    case 'ringing':
    case 'answered':
    case 'key':
      return said[about]
  }
}

interface CheckProps {
  readonly is: Shown['is']
  readonly when?: string
  readonly children: string
}

const LOOKS = {
  well: ['good', 'tick'],
  wrong: ['bad', 'cross'],
  open: ['waits', 'waits'],
  going: ['busy', 'half'],
} as const

/** One line of what is proved step by step. */
export function CheckLine({ is, when = '', children }: CheckProps) {
  const [state, mark] = LOOKS[is]
  return (
    <li className={`state s-${state}`} data-is={is}>
      <Mark name={mark} />
      <span>{children}</span>
      {when === '' ? null : <span className="second small when">{when}</span>}
    </li>
  )
}
