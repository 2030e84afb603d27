import { coerce, type Mailbox, SiteFile } from '@reveille/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import { Check } from 'typebox/value'
import { numbersOf, parseRange } from '../../hotel/rooms/mailbox-range.ts'
import { type SiteFinding, type Mistake, mistakeAt, MOST_MISTAKES } from '../mistake.ts'
import { checkSite } from './site-checks.ts'
import { groupAt } from './site-entries.ts'
import { findingsOf } from './site-words.ts'
import { readYaml } from './site-yaml.ts'

export { formatMistake, type Mistake } from '../mistake.ts'

/**
 * Reads a site file whole, or tells everything that is wrong with it. Where it describes a house that is to ring, the zone
 * of the machine is given too: the file must name its own then, and this one is proposed.
 */
export function parseSiteFile(
  text: string,
  machineZone?: string,
): { site: SiteFile } | { mistakes: Mistake[] } {
  const { data: written, mistakes, placeOf } = readYaml(text)
  if (written === undefined) return { mistakes: [...mistakes] }
  const data = coerce(SiteFile, written)
  const valid = Check(SiteFile, data)
  const findings = [
    ...checkWritten(written),
    ...(valid ? [] : findingsOf(errorsIn(data))),
    ...checkSite(data),
    ...(machineZone === undefined ? [] : checkZoneNamed(data, machineZone)),
  ]
  const found = [...mistakes, ...findings.map(({ pointer, words }) => mistakeAt(placeOf(pointer), words))]
  return valid && found.length === 0 ? { site: data } : { mistakes: shortened(inOrder(found)) }
}

let compiled: ValidateFunction<SiteFile> | undefined

/** Compiling the schema takes a quarter of a second, in which no phone rings: only a file with mistakes has it done. */
function errorsIn(data: unknown) {
  const validate = (compiled ??= new Ajv({ allErrors: true, verbose: true }).compile<SiteFile>(SiteFile))
  validate(data)
  return validate.errors ?? []
}

/** A single word would be coerced to a list of one; here it is a mistyped `mailboxes`. */
function checkWritten(written: unknown): SiteFinding[] {
  const rooms = groupAt(written, 'inventory').value['rooms']
  const wrong = typeof rooms === 'string' && rooms !== 'mailboxes'
  return wrong ? [{ pointer: '/inventory/rooms', words: 'must be mailboxes or a list' }] : []
}

/** Every call would ring by UTC, hours off, and nobody would see it before the first morning. */
function checkZoneNamed(data: unknown, machineZone: string): SiteFinding[] {
  if (groupAt(data, 'site').value['timezone'] !== undefined) return []
  const words = `is missing: calls ring by it. The zone of this machine is ${machineZone}; if the hotel's is the same, write timezone: ${machineZone}`
  return [{ pointer: '/site/timezone', words }]
}

/** By line, and one mistake for each place: the first that was found explains the others. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const byPlace = new Map<string, Mistake>()
  for (const mistake of mistakes) {
    const place = `${mistake.line} ${mistake.path}`
    if (!byPlace.has(place)) byPlace.set(place, mistake)
  }
  return [...byPlace.values()].toSorted((a, b) => a.line - b.line)
}

function shortened(mistakes: Mistake[]): Mistake[] {
  if (mistakes.length <= MOST_MISTAKES) return mistakes
  const shown = mistakes.slice(0, MOST_MISTAKES)
  const line = shown.at(-1)?.line ?? 1
  return [...shown, { line, path: '', message: `There are more mistakes than these ${MOST_MISTAKES}` }]
}

/** A mailbox with its defaults, which come from its number. */
export type CompleteMailbox = Mailbox & Required<Pick<Mailbox, 'extension' | 'name'>>

/** Every mailbox by itself, ranges unfolded. */
export function expandMailboxes(site: SiteFile): CompleteMailbox[] {
  return (site.mailboxes ?? []).flatMap((entry) => {
    if (!('range' in entry)) return [complete(entry)]
    const { range, ...common } = entry
    const parsed = parseRange(range)
    return 'wrong' in parsed ? [] : numbersOf(parsed).map((number) => complete({ ...common, number }))
  })
}

const complete = (mailbox: Mailbox): CompleteMailbox => ({
  ...mailbox,
  extension: mailbox.extension ?? mailbox.number,
  name: mailbox.name ?? `Room ${mailbox.number}`,
})
