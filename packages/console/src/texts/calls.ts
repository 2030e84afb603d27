import { texts } from './table.ts'

/** Wake-up calls in words, wherever they are shown. */
export const callTexts = texts({
  failed: { en: 'Not woken', de: 'Nicht geweckt' },
  'by-hand': { en: 'Call by hand', de: 'Von Hand wecken' },
  ringing: { en: 'Ringing', de: 'Klingelt' },
  again: { en: 'Rings again', de: 'Wird wiederholt' },
  snoozed: { en: 'Snoozed', de: 'Schlummert' },
  waits: { en: 'Waits', de: 'Wartet' },
  known: { en: 'Not woken', de: 'Nicht geweckt' },
  later: { en: 'Answered later', de: 'Später erreicht' },
  marked: { en: 'By hand', de: 'Von Hand' },
  answered: { en: 'Answered', de: 'Abgenommen' },
  deleted: { en: 'Cancelled', de: 'Gelöscht' },
  pickedUp: { en: 'Picked up', de: 'Nimmt ab' },

  result1: { en: 'Reached', de: 'Erreicht' },
  // Also of somebody who picked up and hung up before they heard enough: lists do not say which.
  result2: { en: 'No answer', de: 'Keine Antwort' },
  result3: { en: 'Busy', de: 'Besetzt' },
  result4: { en: 'Mailbox or somebody else', de: 'Mailbox oder jemand anderes' },
  result5: { en: 'No line', de: 'Keine Leitung' },
  result6: { en: 'Cannot be reached', de: 'Nicht erreichbar' },
  result7: { en: 'Missed', de: 'Verpasst' },
  unknownResult: { en: 'No outcome', de: 'Kein Ergebnis' },

  attempt: { en: (number: number) => `attempt ${number}`, de: (number: number) => `Versuch ${number}` },
  attempts: {
    en: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    de: (count: number) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  },
  line: { en: (name: string) => `line ${name}`, de: (name: string) => `Leitung ${name}` },
  daily: { en: 'daily', de: 'täglich' },
  onDays: { en: (days: string) => `every ${days}`, de: (days: string) => `jeden ${days}` },
  mon: { en: 'Mon', de: 'Mo' },
  tue: { en: 'Tue', de: 'Di' },
  wed: { en: 'Wed', de: 'Mi' },
  thu: { en: 'Thu', de: 'Do' },
  fri: { en: 'Fri', de: 'Fr' },
  sat: { en: 'Sat', de: 'Sa' },
  sun: { en: 'Sun', de: 'So' },
  vip: { en: 'VIP', de: 'VIP' },

  mark: { en: 'Mark', de: 'Ergebnis' },
  markTitle: {
    en: (count: number) =>
      count === 1 ? 'What became of this call?' : `What became of these ${count} calls?`,
    de: (count: number) =>
      count === 1 ? 'Was wurde aus diesem Weckruf?' : `Was wurde aus diesen ${count} Weckrufen?`,
  },
  outcome: { en: 'Outcome', de: 'Ergebnis' },
  reason: { en: 'Reason, for the log (optional)', de: 'Grund, fürs Protokoll (freiwillig)' },
  reasonNeeded: { en: 'Reason, for the log', de: 'Grund, fürs Protokoll' },
  overwrites: {
    en: 'This overwrites what the system itself found, so it needs a reason.',
    de: 'Damit wird überschrieben, was das System selbst festgestellt hat. Darum braucht es einen Grund.',
  },
  noUndo: {
    en: 'It cannot be taken back; it can be set anew.',
    de: 'Das lässt sich nicht rückgängig machen, nur neu setzen.',
  },
  setOutcome: { en: 'Set the outcome', de: 'Ergebnis setzen' },
  cancelCalls: {
    en: (count: number) => (count === 1 ? 'Cancel call' : `Cancel ${count} calls`),
    de: (count: number) => (count === 1 ? 'Weckruf löschen' : `${count} Weckrufe löschen`),
  },
  cancelled: {
    en: (count: number) => (count === 1 ? 'The call is cancelled' : `${count} calls are cancelled`),
    de: (count: number) => (count === 1 ? 'Der Weckruf ist gelöscht' : `${count} Weckrufe sind gelöscht`),
  },
  undo: { en: 'Undo', de: 'Rückgängig' },
  restored: {
    en: (count: number) => (count === 1 ? 'The call is there again' : `${count} calls are there again`),
    de: (count: number) => (count === 1 ? 'Der Weckruf ist wieder da' : `${count} Weckrufe sind wieder da`),
  },
  seriesTitle: {
    en: (count: number) => (count === 1 ? 'This call repeats' : `${count} of these calls repeat`),
    de: (count: number) =>
      count === 1 ? 'Dieser Weckruf wiederholt sich' : `${count} dieser Weckrufe wiederholen sich`,
  },
  seriesBody: {
    en: 'Leave out its next day only, or end the whole series?',
    de: 'Nur den nächsten Tag auslassen oder die ganze Serie beenden?',
  },
  onlyNext: { en: 'Leave out the next day', de: 'Nächsten Tag auslassen' },
  wholeSeries: { en: 'End the series', de: 'Serie beenden' },
  skipped: { en: (day: string) => `${day} is left out`, de: (day: string) => `${day} fällt aus` },
  skippedMany: {
    en: (count: number) => `The next day of ${count} calls is left out`,
    de: (count: number) => `Der nächste Tag von ${count} Weckrufen fällt aus`,
  },
  ringNow: { en: 'Ring again now', de: 'Nochmals anrufen' },
  rings: { en: 'Rings in a moment', de: 'Klingelt gleich' },
})

export type CallTexts = (typeof callTexts)['en']
type Result = Extract<keyof CallTexts, `result${string}`>
type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

const isResult = (said: CallTexts, key: string): key is Result => key in said
const isWeekday = (said: CallTexts, key: string): key is Weekday => key.length === 3 && key in said

/** The interface's number of an outcome, in words. */
export function resultWords(said: CallTexts, result: number): string {
  const key = `result${result}`
  return isResult(said, key) ? said[key] : said.unknownResult
}

/** `daily`, `every Mon, Tue`, or nothing. */
export function repeatWords(
  said: CallTexts,
  { daily, days }: { readonly daily: boolean; readonly days?: string },
): string {
  if (daily) return said.daily
  if (days === undefined) return ''
  const names = days.split(',').map((day) => (isWeekday(said, day) ? said[day] : day))
  return said.onDays(names.join(', '))
}
