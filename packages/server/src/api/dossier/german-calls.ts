import type { DossierAttempt } from '@reveille/contract'
import type { MachineSign } from '../../hotel/wakeups/machine-signs.ts'
import { PROOFS_IN_GERMAN } from '../../hotel/wakeups/outcome-german.ts'
import { troubleWords } from '../../hotel/wakeups/outcome-words.ts'
import { spanWords } from './words.ts'

/** How calls go and end, in German: for what stands on a dossier and for the rows of its log. */

export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const SIGNS: Readonly<Record<MachineSign, string>> = {
  forwarded: 'die Anlage hatte den Anruf weitergeleitet',
  'long-speech': 'es sprach vier Sekunden ohne Pause',
  beep: 'es piepte',
  'quick-answer': 'es nahm sofort ab',
}

const RESULTS: Readonly<Record<string, string>> = {
  answered: 'Es wurde abgenommen',
  'no-answer': 'Niemand nahm ab',
  busy: 'Es war besetzt',
  rejected: 'Der Anruf wurde abgelehnt',
  unreachable: 'Das Telefon war nicht erreichbar',
  'line-trouble': 'Die Leitung konnte den Anruf nicht übertragen',
  interrupted: 'Das System wurde unterbrochen',
  unreadable: 'Was die Tabelle über sein Ende sagt, ist nicht lesbar',
}

const HUNG_UP: Readonly<Record<string, string>> = {
  us: 'Das System legte am Ende der Ansage auf',
  them: 'Der Hörer wurde aufgelegt',
  lost: 'Die Verbindung ging verloren',
}

type Ended = Pick<
  DossierAttempt,
  'result' | 'rang' | 'forwarded' | 'answeredBy' | 'machineSigns' | 'hungUpBy' | 'status' | 'reason' | 'cause'
>

export function resultInGerman({ result, rang, forwarded, answeredBy, machineSigns }: Ended): string {
  if (result === null) return 'Das Telefon klingelt'
  if (answeredBy === 'machine')
    return `Eine Maschine nahm ab: ${machineSigns.map((sign) => SIGNS[sign]).join(', ')}`
  const isBrokenOff = result === 'line-trouble' && rang
  const words = isBrokenOff ? sentence(PROOFS_IN_GERMAN['broken-off']) : (RESULTS[result] ?? result)
  return `${words}${forwarded ? ', nachdem die Anlage den Anruf weitergeleitet hatte' : ''}`
}

export function dialledInGerman({
  line,
  extension,
  lateMs,
  result,
}: Pick<DossierAttempt, 'line' | 'extension' | 'lateMs' | 'result'>): string {
  if (extension === null)
    return result === 'interrupted'
      ? `Sollte auf Leitung ${line} gewählt werden`
      : `Nicht gewählt: auf Leitung ${line} ging nichts hinaus`
  const late = lateMs === null ? '' : `, ${spanWords(lateMs)} nach der Zeit`
  return `Nebenstelle ${extension} auf Leitung ${line} gewählt${late}`
}

export function endInGerman(attempt: Ended): string {
  const { hungUpBy, status, reason, cause } = attempt
  const how = hungUpBy === null ? resultInGerman(attempt) : (HUNG_UP[hungUpBy] ?? hungUpBy)
  const isVain = attempt.result === 'line-trouble'
  const words = isVain ? troubleWords({ status, reason }) : `${status} ${reason}`.trim()
  const said = [status === null ? '' : words, cause === null ? '' : `Ursache ${cause}`]
  const told = said.filter((one) => one !== '').join(', ')
  return told === '' ? how : `${how} (${told})`
}
