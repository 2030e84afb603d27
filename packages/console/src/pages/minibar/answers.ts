import type { ChargeRecord } from '@reveille/contract'
import type { MarkName, StateName } from '../../look/icons.ts'
import type { minibarTexts } from './texts.ts'

type Answer = ChargeRecord['connectors'][number]
type Said = (typeof minibarTexts)['en']

/** The worst comes first: one item that was refused is not hidden by two that were booked. */
const BY_WEIGHT: readonly Answer['state'][] = ['refused', 'uncertain', 'desk', 'dead', 'waiting', 'sending']

/** Of several charges, one answer of each connector. */
export function answersOf(charges: readonly ChargeRecord[]): readonly Answer[] {
  const all = charges.flatMap(({ connectors }) => connectors)
  const names = [...new Set(all.map(({ name }) => name))]
  return names.flatMap((name) => {
    const answers = all.filter((one) => one.name === name)
    const worst = BY_WEIGHT.map((state) => answers.find((one) => one.state === state)).find(Boolean)
    return worst ?? answers.slice(0, 1)
  })
}

export interface AnswerWords {
  readonly state: StateName
  readonly mark: MarkName
  readonly words: string
}

/** `when` says a moment of the hotel. */
export function connectorWords(
  { name, state, since }: Answer,
  said: Said,
  when: (moment: string) => string,
): AnswerWords {
  switch (state) {
    case 'delivered':
      return { state: 'good', mark: 'tick', words: said.booked(name) }
    case 'refused':
      return { state: 'bad', mark: 'failed', words: said.refusedBy(name) }
    case 'uncertain':
    case 'desk':
      return { state: 'put', mark: 'question', words: said.uncertainAt(name) }
    case 'waiting':
    case 'sending':
      return {
        state: 'waits',
        mark: 'waits',
        words: since === null ? said.waits(name) : said.waitsSince(name, when(since)),
      }
    case 'dead':
    case 'withdrawn':
    case 'none':
      return { state: 'over', mark: 'bar', words: said.overAt(name) }
  }
}
