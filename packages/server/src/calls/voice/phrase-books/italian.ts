import type { ClockFace } from '../../../hotel/wakeups/announcement.ts'
import { mannerOf, phraseBook } from '../phrase-book.ts'
import { counts, each, HOURS_OF_THE_DAY, MINUTES, onTheDay, spans, USUAL_SPANS } from './clock.ts'

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
    'not-confirmed': 'Qualcuno ha risposto, ma non ha premuto nessun tasto.',
    'answered-and-hung-up': 'Qualcuno ha risposto e ha riattaccato.',
    'call-broken-off': 'Il telefono ha squillato, poi la chiamata si è interrotta.',
    'rooms-not-woken': 'camere non sono state svegliate.',
    'ring-by-hand': 'Per favore, svegli Lei stesso questo ospite adesso.',
    'rooms-by-hand': 'camere sono da svegliare adesso a mano.',
    'i-ring-myself': 'Altrimenti chiamerò io la camera, a questa ora.',
    'the-rooms-are': 'Queste sono le camere.',
    'others-in-list': 'Le altre sono nella lista degli allarmi.',
    'press-one-if-known': 'Se ne ha preso nota, prema uno.',
    'press-two-if-reached': "Se l'ospite è stato raggiunto, prema due.",
    noted: 'Grazie. È annotato.',
    'i-ask-again': 'Grazie. Chiederò di nuovo,',
    'lines-problem': "C'è un problema con le linee telefoniche.",
    'connection-problem': 'Il collegamento con un altro sistema è interrotto.',
    'system-problem': 'Il sistema segnala un problema.',
    'cannot-write': 'Al momento non posso registrare nulla.',
    'calls-ring-until': 'Le sveglie suonano ancora fino a questa ora.',
    'nothing-new': 'Non posso accettare nulla di nuovo.',
    'another-may-ring': 'Un altro sistema forse sta ancora chiamando le camere.',
    'calls-wait-until': 'Qui le sveglie aspettano fino a questa ora.',
    'disk-low': 'Il disco del sistema di sveglia è quasi pieno.',
    'clock-changed': "L'orologio della macchina è stato cambiato.",
    'clock-shows': 'Ora segna,',
    'clock-expected': "Senza il cambio, l'ora sarebbe,",
    'calls-in-doubt': 'Alcune sveglie sono in dubbio.',
    'clock-right': 'Se la nuova ora è giusta, prema cinque.',
    'clock-wrong': 'Se è sbagliata, prema sei.',
  },
  digits: ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
  letters: {},
  counts: counts((n) => `${number(n)},`, 'più di 99,'),
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
