import type { CheckCode, CheckFinding } from './night-check.ts'

/** What is wrong before a morning, as words within a sentence; what is well needs none. */
const WRONG: Readonly<Partial<Record<CheckCode, (count: number) => string>>> = {
  'house.quiet': () => 'dieses Haus kommt aus einer Sicherung und klingelt nicht, bis es in Betrieb geht',
  'lines.none': () => 'keine Telefonleitung ist eingerichtet',
  'lines.trouble': (count) => much(count, 'Leitung antwortet nicht', 'Leitungen antworten nicht'),
  'database.stuck': () => 'nichts lässt sich schreiben',
  'calls.late': () => 'nicht jeder Weckruf kann rechtzeitig läuten',
  'clock.adrift': () => 'kein Zeitdienst hält die Uhr der Maschine richtig',
  'languages.trouble': () => 'mit einer Sprache stimmt etwas nicht',
  'disk.full': (count) => `nur ${count} % der Festplatte sind frei`,
  'connectors.trouble': (count) => much(count, 'Empfänger nimmt nichts an', 'Empfänger nehmen nichts an'),
  'certificates.end': (count) => much(count, 'Zertifikat läuft bald ab', 'Zertifikate laufen bald ab'),
  'charges.undecided': () => 'über Buchungen muss jemand entscheiden',
  'items.unposted': (count) =>
    much(count, 'Artikel lässt sich nicht buchen', 'Artikel lassen sich nicht buchen'),
}

const much = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

const isKnown = (code: string): code is keyof typeof WRONG => Object.hasOwn(WRONG, code)

/** A finding in German; one that has no code is told by its own sentence. */
export const findingInGerman = ({ code = '', count = 0, text }: CheckFinding): string =>
  (isKnown(code) ? WRONG[code]?.(count) : undefined) ?? text
