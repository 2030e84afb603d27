import type { ClockFace } from '../../../hotel/wakeups/announcement.ts'
import { mannerOf, phraseBook } from '../phrase-book.ts'
import { each, HOURS_OF_THE_DAY, MINUTES, onTheDay, spans, USUAL_SPANS } from './clock.ts'

/** The hours that are one thing: midnight, one, noon. */
const SINGLE: Readonly<Record<number, string>> = { 0: 'mezzanotte', 1: "l'una", 12: 'mezzogiorno' }

/** Espeak-ng misreads this one when it is written in digits. */
const number = (n: number) => (n === 15 ? 'quindici' : `${n}`)

const hour = (n: number) => SINGLE[n] ?? `le ${number(n)}`

export const italian = phraseBook({
  language: 'it',
  name: 'Italian',
  manner: mannerOf('it'),
  phrases: {
    'good-morning': 'Buongiorno.',
    'good-day': 'Buongiorno.',
    'good-evening': 'Buonasera.',
    'good-night': 'Buonasera.',
    'wakeup-call': 'Questa è la sua sveglia telefonica.',
    'last-call': "Questa è l'ultima chiamata.",
    'press-one-for-another-call': "Prema uno per ricevere un'altra chiamata,",
    'press-any-key': 'Per favore, prema un tasto qualsiasi per confermare.',
    'press-any-other-key': 'Prema qualsiasi altro tasto per confermare.',
    'we-call-again': 'La richiameremo,',
    'a-little-later': "un po' più tardi.",
    'thank-you': 'Grazie. Le auguriamo una buona giornata.',
    attention: 'Attenzione. Questo è il sistema di sveglia.',
    'wakeup-failed': 'Una chiamata di sveglia non è riuscita.',
    room: 'Camera,',
    'nobody-answered': 'Nessuno ha risposto.',
    'line-busy': 'La linea era occupata.',
    'call-diverted': 'La chiamata è stata deviata.',
    'no-free-line': 'Nessuna linea era libera.',
    'phone-unreachable': 'Il telefono non era raggiungibile.',
    'call-missed': 'La chiamata non è stata fatta in tempo.',
    'not-confirmed': "L'ospite non ha confermato.",
    'more-failed': 'Altre chiamate non sono riuscite.',
    'press-to-confirm': 'Per confermare questo messaggio, prema un tasto qualsiasi.',
    'lines-problem': "C'è un problema con le linee telefoniche.",
    'connection-problem': 'Il collegamento con un altro sistema è interrotto.',
    'system-problem': 'Il sistema segnala un problema.',
    'cannot-write': 'Al momento non posso registrare nulla.',
    'calls-ring-until': 'Le sveglie suonano ancora fino a questa ora.',
    'nothing-new': 'Non posso accettare nulla di nuovo.',
  },
  digits: ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
  letters: {},
  clock: {
    'it-is/one': 'È,',
    'it-is/many': 'Sono,',
    ...each('hour', HOURS_OF_THE_DAY, (n) => `${hour(n)} e,`),
    ...each('sharp', HOURS_OF_THE_DAY, (n) => `${hour(n)}.`),
    ...each('minute', MINUTES, (n) => (n === 1 ? 'un minuto.' : `${number(n)}.`)),
    in: 'tra,',
    minutes: 'minuti.',
  },
  spans: spans(USUAL_SPANS, (n) => (n === 1 ? 'tra un minuto.' : `tra ${number(n)} minuti.`)),
  time: onTheDay,
  itIs: (at: ClockFace) => [SINGLE[at.hour] === undefined ? 'it-is/many' : 'it-is/one', ...onTheDay(at)],
  spanOf: (minutes) => ['in', `minute/${minutes}`, 'minutes'],
})
