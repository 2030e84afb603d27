import type { Proof, Verdict } from './proof.ts'
import type { Outcome } from './wakeup-outcome.ts'

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  complete: 'der Gast wurde geweckt',
  'no-answer': 'niemand nahm ab',
  busy: 'es war besetzt',
  diverted: 'der Anruf ging an ein anderes Telefon',
  'no-line': 'keine Leitung konnte ihn übertragen',
  unreachable: 'das Telefon war nicht erreichbar',
  missed: 'er wurde nicht rechtzeitig gemacht',
  'no-database': 'er wurde nicht rechtzeitig gemacht, weil die Datenbank nicht benutzbar war',
}

export const PROOFS_IN_GERMAN: Readonly<Record<Proof, string>> = {
  key: 'der Gast wurde geweckt und drückte eine Taste',
  heard: 'es wurde abgenommen, eine Taste wurde nicht gedrückt',
  'no-key': 'es wurde abgenommen, aber die Taste zur Bestätigung wurde nicht gedrückt',
  'hung-up': 'es wurde abgenommen und aufgelegt',
  'broken-off': 'es klingelte, dann brach der Anruf ab',
  elsewhere: 'jemand anders oder eine Mailbox nahm ab',
  'not-marked': 'niemand hat gesagt, dass er von Hand gemacht wurde',
}

/** What became of a call, in German. */
export const outcomeInGerman = ({ outcome, proof }: Verdict): string =>
  proof === null ? OUTCOMES[outcome] : PROOFS_IN_GERMAN[proof]
