import { againIn, type AgainCall } from './again.ts'
import { outcomeIn } from './outcomes.ts'
import { type Language, texts } from './table.ts'

/** What an alarm tells, each as a person reads it; empty where it tells no such thing. */
interface Facts {
  /** What it is about: the name of a line or a destination. */
  readonly about: string
  readonly destination: string
  readonly system: string
  /** When the guest wished to be woken. */
  readonly scheduled: string
  readonly outcome: string
  /** How the room was rung again since. */
  readonly again: string
  readonly until: string
  readonly rings: string
  readonly shows: string
  readonly expected: string
  readonly backup: string
  readonly item: string
  readonly total: string
  readonly report: string
  /** How many calls, deliveries or messages, or parts of the house. */
  readonly count: number
  readonly quantity: number
  readonly posting: string
  readonly isCertain: boolean
  readonly seconds: string
  readonly freeMegabytes: string
}

const much = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count} ${several}`
const after = (fact: string, words: (fact: string) => string) => (fact === '' ? '' : words(fact))

/** One sentence for every kind of alarm, as short as a line that leaves room for its buttons. */
export const alarmSentences = texts({
  'wakeup.failed': {
    en: ({ scheduled, outcome, again }: Facts) =>
      `Call for ${scheduled}${after(outcome, (why) => `: ${why}`)}${after(again, (how) => `; ${how}`)}`,
    de: ({ scheduled, outcome, again }: Facts) =>
      `Weckruf um ${scheduled}${after(outcome, (why) => `: ${why}`)}${after(again, (how) => `; ${how}`)}`,
  },
  'wakeup.by-hand': {
    en: ({ scheduled, rings }: Facts) =>
      `Call for ${scheduled}${after(rings, (at) => `; rung by itself at ${at}`)}`,
    de: ({ scheduled, rings }: Facts) =>
      `Weckruf um ${scheduled}${after(rings, (at) => `; klingelt sonst um ${at} von selbst`)}`,
  },
  'wakeup.no-line': {
    en: () => 'It will be late',
    de: () => 'Er kommt zu spät',
  },
  'wakeup.left-behind': {
    en: ({ scheduled }: Facts) => `Call for ${scheduled}: ask the guest`,
    de: ({ scheduled }: Facts) => `Weckruf um ${scheduled}: den Gast fragen`,
  },
  'guest.needs-help': {
    en: () => 'The wake-up service by phone was no help: call the guest',
    de: () => 'Der Weckdienst am Telefon half nicht: den Gast anrufen',
  },
  'menu.guessing': {
    en: () => 'Wrong numbers or PINs were tried by telephone',
    de: () => 'Am Telefon wurden falsche Nummern oder PINs probiert',
  },
  'line.down': {
    en: ({ about }: Facts) => `Line ${about} does not work`,
    de: ({ about }: Facts) => `Leitung ${about} geht nicht`,
  },
  'database.away': {
    en: ({ until }: Facts) => `What is due until ${until} is known, and rings`,
    de: ({ until }: Facts) => `Was bis ${until} fällig ist, ist bekannt und klingelt`,
  },
  'takeover.waiting': {
    en: ({ until }: Facts) => `Calls due before ${until} are held back until then`,
    de: ({ until }: Facts) => `Weckrufe vor ${until} werden bis dahin zurückgehalten`,
  },
  'house.passed-over': {
    en: ({ count, backup }: Facts) =>
      `${much(count, 'call', 'calls')} due since the backup of ${backup}: nobody knows whether they were rung`,
    de: ({ count, backup }: Facts) =>
      `${much(count, 'Weckruf', 'Weckrufe')} seit der Sicherung vom ${backup}: Niemand weiss, ob geklingelt wurde`,
  },
  'disk.low': {
    en: ({ freeMegabytes }: Facts) => `${freeMegabytes} MB are free. Once it is full, nothing new is taken`,
    de: ({ freeMegabytes }: Facts) =>
      `${freeMegabytes} MB sind frei. Ist sie voll, wird nichts Neues angenommen`,
  },
  'clock.jumped': {
    en: ({ shows, expected, count }: Facts) =>
      `It shows ${shows} where ${expected} was expected${count === 0 ? '' : `; ${much(count, 'call', 'calls')} may ring at a wrong time`}`,
    de: ({ shows, expected, count }: Facts) =>
      `Sie zeigt ${shows} statt ${expected}${count === 0 ? '' : `; ${much(count, 'Weckruf klingelt', 'Weckrufe klingeln')} vielleicht zur falschen Zeit`}`,
  },
  'clock.apart': {
    en: ({ seconds }: Facts) => `This machine and the database’s are ${seconds} s apart`,
    de: ({ seconds }: Facts) => `Diese Maschine und die der Datenbank liegen ${seconds} s auseinander`,
  },
  'night.check': {
    en: ({ count }: Facts) => `${much(count, 'thing', 'things')} before the morning: see System`,
    de: ({ count }: Facts) => `${much(count, 'Befund', 'Befunde')} vor dem Morgen: siehe System`,
  },
  'backup.failed': {
    en: () => 'It could not be made, or not be restored: it is tried again every hour',
    de: () => 'Sie war nicht möglich, oder nicht zurückzuspielen: es wird jede Stunde wieder versucht',
  },
  'report.unsent': {
    en: ({ report }: Facts) => `Report: ${report}`,
    de: ({ report }: Facts) => `Bericht: ${report}`,
  },
  'delivery.failing': {
    en: ({ destination }: Facts) =>
      `Nothing has reached ${destination} for 10 minutes: messages are kept and tried again`,
    de: ({ destination }: Facts) =>
      `Seit 10 Minuten kommt bei ${destination} nichts an: Meldungen bleiben und werden nochmals versucht`,
  },
  'delivery.disabling': {
    en: ({ destination }: Facts) =>
      `Nothing has reached ${destination} for 4 days: it is disabled in a day if that goes on`,
    de: ({ destination }: Facts) =>
      `Seit 4 Tagen kommt bei ${destination} nichts an: Geht das so weiter, wird es in einem Tag abgeschaltet`,
  },
  'delivery.disabled': {
    en: ({ destination }: Facts) => `Messages to ${destination} are kept until it is enabled again`,
    de: ({ destination }: Facts) => `Meldungen an ${destination} bleiben, bis es wieder eingeschaltet wird`,
  },
  'delivery.late': {
    en: ({ destination }: Facts) => `A message to ${destination} is tried again and again`,
    de: ({ destination }: Facts) => `Eine Meldung an ${destination} wird immer wieder versucht`,
  },
  'delivery.refused': {
    en: ({ destination }: Facts) => `By ${destination}: mend the reason, then send it again`,
    de: ({ destination }: Facts) => `Von ${destination}: Grund beheben, dann nochmals senden`,
  },
  'delivery.uncertain': {
    en: ({ destination }: Facts) => `A message to ${destination}: please decide`,
    de: ({ destination }: Facts) => `Eine Meldung an ${destination}: bitte entscheiden`,
  },
  'delivery.doubled': {
    en: ({ destination }: Facts) => `A message to ${destination}: please look there`,
    de: ({ destination }: Facts) => `Eine Meldung an ${destination}: bitte dort nachsehen`,
  },
  'delivery.check-out': {
    en: ({ count, total }: Facts) =>
      `${much(count, 'charge', 'charges')}${after(total, (sum) => `, ${sum} in all`)}: see whether they are on the folio, and once`,
    de: ({ count, total }: Facts) =>
      `${much(count, 'Posten', 'Posten')}${after(total, (sum) => `, zusammen ${sum}`)}: nachsehen, ob sie auf der Rechnung stehen, und nur einmal`,
  },
  'charge.take-back': {
    en: ({ destination, item, quantity, total, posting, isCertain }: Facts) =>
      `${quantity} × ${item} ${total} at ${destination}${after(posting, (number) => `, posting ${number}`)}${isCertain ? '' : '; it may not be there'}`,
    de: ({ destination, item, quantity, total, posting, isCertain }: Facts) =>
      `${quantity} × ${item} ${total} bei ${destination}${after(posting, (number) => `, Buchung ${number}`)}${isCertain ? '' : '; vielleicht steht er nicht dort'}`,
  },
  'property.refused': {
    en: ({ system, scheduled }: Facts) =>
      `${system} asked for a call${after(scheduled, (at) => ` at ${at}`)} that cannot be made`,
    de: ({ system, scheduled }: Facts) =>
      `${system} verlangte einen Weckruf${after(scheduled, (at) => ` um ${at}`)}, der nicht möglich ist`,
  },
  'property.down': {
    en: ({ about }: Facts) => `${about} can be neither heard nor told anything`,
    de: ({ about }: Facts) => `${about} ist weder zu hören noch zu erreichen`,
  },
  'property.lost': {
    en: ({ count }: Facts) => `${much(count, 'message was', 'messages were')} not kept: ask for all guests`,
    de: ({ count }: Facts) =>
      `${much(count, 'Nachricht ging', 'Nachrichten gingen')} verloren: alle Gäste neu abfragen`,
  },
})

type Sentences = (typeof alarmSentences)['en']

/** What an alarm says of itself: facts, and the server's own sentence, which is English. */
export interface ToldAlarm {
  readonly kind: string
  readonly about: { readonly id: string }
  readonly detail: Readonly<Record<string, unknown>>
  readonly again?: AgainCall
}

/** How moments of the interface and numbers are written here. */
interface Reader {
  readonly language: Language
  timeOf(moment: string): string
  dayOf(moment: string): string
  number(value: number): string
}

const MEGABYTE = 2 ** 20

function factsOf({ about, detail, again }: ToldAlarm, format: Reader): Facts {
  const text = (name: string) => {
    const value = detail[name]
    return typeof value === 'string' ? value : ''
  }
  const number = (name: string) => {
    const value = detail[name]
    return typeof value === 'number' ? value : 0
  }
  const time = (name: string) => after(text(name), format.timeOf)
  return {
    about: about.id,
    destination: text('destination'),
    system: text('system'),
    scheduled: time('scheduled'),
    outcome: outcomeIn(format.language, detail['outcome'], detail['proof']),
    again: again === undefined ? '' : againIn(format.language, again.result, format.timeOf(again.scheduled)),
    until: time('until'),
    rings: time('rings'),
    shows: time('shows'),
    expected: time('expected'),
    backup: after(text('backup'), (at) => `${format.dayOf(at)} ${format.timeOf(at)}`),
    item: text('description') || text('item'),
    total: text('total'),
    report: text('report'),
    count: countIn(detail),
    quantity: number('quantity'),
    posting: number('posting') === 0 ? '' : String(number('posting')),
    isCertain: detail['certain'] === true,
    seconds: format.number(Math.abs(number('seconds'))),
    freeMegabytes: format.number(Math.round(number('free') / MEGABYTE)),
  }
}

/** Each kind counts one thing at most. */
function countIn({ calls, deliveries, count, findings }: ToldAlarm['detail']): number {
  if (Array.isArray(findings)) return findings.filter((one: { ok?: unknown }) => one.ok === false).length
  return [calls, deliveries, count].find((one) => typeof one === 'number') ?? 0
}

const isKnown = (said: Sentences, kind: string): kind is keyof Sentences => Object.hasOwn(said, kind)

/** In the language of whoever looks; null where only a newer server has a sentence for it. */
export function alarmSentence(said: Sentences, alarm: ToldAlarm, format: Reader): string | null {
  return isKnown(said, alarm.kind) ? said[alarm.kind](factsOf(alarm, format)) : null
}

/** What the other side said, in its own words; empty where nobody said anything. */
export const otherSide = ({ detail }: Pick<ToldAlarm, 'detail'>): string =>
  typeof detail['why'] === 'string' ? detail['why'] : ''
