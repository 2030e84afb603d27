import { Mark } from '../../parts/icon.tsx'
import type { Explained } from '../../texts/lines.ts'

interface TroubleBoxProps extends Explained {
  /** What the exchange said, word for word. */
  readonly exact?: string
}

/** What is wrong in one sentence, and what to do about it. */
export const TroubleBox = ({ what, deed, exact = '' }: TroubleBoxProps) => (
  <section className="verdict-box s-bad" role="alert">
    <Mark name="no-entry" size="large" />
    <div>
      <h2>{what}</h2>
      {exact === '' ? null : <p>{exact}</p>}
    </div>
    <p className="deed">{deed}</p>
  </section>
)

interface CheckProps {
  readonly is: 'well' | 'wrong' | 'open' | 'going'
  readonly children: string
}

const LOOKS = {
  well: ['good', 'tick'],
  wrong: ['bad', 'cross'],
  open: ['waits', 'waits'],
  going: ['busy', 'half'],
} as const

/** One line of what is proved step by step. */
export function CheckLine({ is, children }: CheckProps) {
  const [state, mark] = LOOKS[is]
  return (
    <li className={`state s-${state}`} data-is={is}>
      <Mark name={mark} />
      {children}
    </li>
  )
}
