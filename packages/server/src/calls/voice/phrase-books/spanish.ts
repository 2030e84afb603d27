import type { ClockFace } from '../../../hotel/wakeups/announcement.ts'
import { mannerOf, phraseBook } from '../phrase-book.ts'
import { counts, each, HOURS_ON_THE_DIAL, MINUTES, onTheDial, spans, USUAL_SPANS } from './clock.ts'

const hour = (n: number) => (n === 1 ? 'la una' : `las ${n}`)

function minute(n: number): string {
  if (n === 1) return 'un minuto'
  if (n === 15) return 'cuarto'
  return n === 30 ? 'media' : `${n}`
}

/** Before a noun, "uno" loses its end. */
const SHORTENED: Readonly<Record<number, string>> = {
  21: 'veintiún',
  31: 'treinta y un',
  41: 'cuarenta y un',
  51: 'cincuenta y un',
}
/** Rooms are feminine. */
const COUNTED: Readonly<Record<number, string>> = {
  21: 'veintiuna',
  31: 'treinta y una',
  41: 'cuarenta y una',
  51: 'cincuenta y una',
  61: 'sesenta y una',
  71: 'setenta y una',
  81: 'ochenta y una',
  91: 'noventa y una',
}
// The minutes of the clock that are said otherwise when they are counted.
const SPANS = [...USUAL_SPANS, 21, 31, 41, 51]

export const spanish = phraseBook({
  language: 'es',
  name: 'Spanish',
  manner: mannerOf('es'),
  phrases: {
    'good-morning': 'Buenos días.',
    'good-day': 'Buenas tardes.',
    'good-evening': 'Buenas tardes.',
    'good-night': 'Buenas noches.',
    'wakeup-call': 'Esta es su llamada de despertador.',
    'last-call': 'Esta es la última llamada.',
    'press-one-for-another-call': 'Pulse uno para recibir otra llamada,',
    'press-any-key': 'Por favor, pulse cualquier tecla para confirmar.',
    'press-any-other-key': 'Pulse cualquier otra tecla para confirmar.',
    'we-call-again': 'Le llamaremos de nuevo,',
    'a-little-later': 'un poco más tarde.',
    'thank-you': 'Gracias. Que tenga un buen día.',
    attention: 'Atención. Este es el sistema de despertador.',
    'wakeup-failed': 'Una llamada de despertador ha fallado.',
    room: 'Habitación,',
    'nobody-answered': 'Nadie ha contestado.',
    'line-busy': 'La línea estaba ocupada.',
    'call-diverted': 'La llamada fue desviada.',
    'no-free-line': 'No había ninguna línea libre.',
    'phone-unreachable': 'El teléfono no estaba disponible.',
    'call-missed': 'La llamada no se hizo a tiempo.',
    'not-confirmed': 'Han descolgado, pero no han pulsado ninguna tecla.',
    'answered-and-hung-up': 'Han descolgado y han vuelto a colgar.',
    'call-broken-off': 'El teléfono ha sonado y luego se ha cortado la llamada.',
    'rooms-not-woken': 'habitaciones no han sido despertadas.',
    'ring-by-hand': 'Por favor, despierte usted mismo a este huésped ahora.',
    'rooms-by-hand': 'habitaciones deben ser llamadas ahora a mano.',
    'i-ring-myself': 'Si no, llamaré yo a la habitación, a esta hora.',
    'the-rooms-are': 'Estas son las habitaciones.',
    'others-in-list': 'Las demás están en la lista de alarmas.',
    'press-one-if-known': 'Si ya está enterado, pulse uno.',
    'press-two-if-reached': 'Si se ha localizado al huésped, pulse dos.',
    noted: 'Gracias. Queda anotado.',
    'i-ask-again': 'Gracias. Volveré a preguntar,',
    'lines-problem': 'Hay un problema con las líneas telefónicas.',
    'connection-problem': 'Ha fallado la conexión con otro sistema.',
    'system-problem': 'El sistema ha detectado un problema.',
    'cannot-write': 'Ahora no puedo anotar nada.',
    'calls-ring-until': 'Los despertadores sonarán hasta esta hora.',
    'nothing-new': 'No puedo aceptar nada nuevo.',
    'another-may-ring': 'Es posible que otro sistema siga llamando a las habitaciones.',
    'calls-wait-until': 'Aquí los despertadores esperan hasta esta hora.',
    'disk-low': 'El disco del sistema de despertador está casi lleno.',
    'clock-changed': 'El reloj de la máquina se ha cambiado.',
    'clock-shows': 'Ahora marca,',
    'clock-expected': 'Sin el cambio, la hora sería,',
    'calls-in-doubt': 'Hay llamadas de despertador en duda.',
    'clock-right': 'Si la nueva hora es correcta, pulse cinco.',
    'clock-wrong': 'Si es incorrecta, pulse seis.',
  },
  digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
  letters: { Y: 'I griega' },
  counts: counts((n) => `${COUNTED[n] ?? n},`, 'más de 99,'),
  clock: {
    'it-is/one': 'Es,',
    'it-is/many': 'Son,',
    ...each('sharp', HOURS_ON_THE_DIAL, (n) => `${hour(n)},`),
    ...each('hour', HOURS_ON_THE_DIAL, (n) => `${hour(n)} y,`),
    ...each('minute', MINUTES, (n) => `${minute(n)},`),
    'part/small-hours': 'de la madrugada.',
    'part/morning': 'de la mañana.',
    'part/noon': 'del mediodía.',
    'part/afternoon': 'de la tarde.',
    'part/night': 'de la noche.',
    in: 'dentro de,',
    minutes: 'minutos.',
  },
  spans: spans(SPANS, (n) => (n === 1 ? 'dentro de un minuto.' : `dentro de ${SHORTENED[n] ?? n} minutos.`)),
  time,
  itIs: (at) => [at.hour % 12 === 1 ? 'it-is/one' : 'it-is/many', ...time(at)],
  spanOf: (minutes) => ['in', `minute/${minutes}`, 'minutes'],
})

function time(at: ClockFace): string[] {
  return [...onTheDial(at), `part/${partOfDay(at.hour)}`]
}

function partOfDay(hour: number): string {
  if (hour === 0 || hour > 20) return 'night'
  if (hour < 6) return 'small-hours'
  if (hour < 12) return 'morning'
  return hour === 12 ? 'noon' : 'afternoon'
}
