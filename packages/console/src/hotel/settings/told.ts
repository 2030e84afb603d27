import { isThing, textOfValue, type Thing } from './fields.ts'
import { secondsIn } from './seconds.ts'

/** Who is told of an alarm together, each way empty where it is not gone. */
export interface ToldTogether {
  /** Seconds after the alarm, as long as nobody knows of it. */
  readonly after: number
  readonly extension: string
  readonly email: string
  /** The server that is posted to, without what stands behind its name. */
  readonly server: string
}

/** Of those who are told by what holds in the form, whoever is named: the first, and who is told after them. */
export function toldBy(escalation: unknown): readonly ToldTogether[] {
  const first = isThing(escalation) ? escalation : {}
  const chain = Array.isArray(first['chain']) ? first['chain'].filter(isThing) : []
  const told: ToldTogether[] = []
  let after = 0
  for (const one of [first, ...chain].filter(isAnybody)) {
    told.push({ after, ...waysOf(one) })
    after += secondsIn(one['wait']) ?? secondsIn(first['wait']) ?? USUAL_WAIT
  }
  return told
}

/** As the contract has it. */
const USUAL_WAIT = 300

/** As the contract says it where nothing is written. */
const NOBODY = 'none'

const saidIn = (text: unknown): string => (textOfValue(text) === NOBODY ? '' : textOfValue(text))

const waysOf = ({ extension, email, webhook }: Thing) => ({
  extension: saidIn(extension),
  email: saidIn(email),
  server: isThing(webhook) ? saidIn(webhook['url']).replace(/^https?:\/\/([^/?#]*).*$/, '$1') : '',
})

const isAnybody = (one: Thing): boolean => Object.values(waysOf(one)).some((way) => way !== '')
