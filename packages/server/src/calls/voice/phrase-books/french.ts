import { mannerOf, phraseBook } from '../phrase-book.ts'
import { counts, each, HOURS_OF_THE_DAY, MINUTES, onTheDay, spans, USUAL_SPANS } from './clock.ts'

/** Hours, minutes and rooms are feminine: "une heure", "vingt et une". */
function feminine(n: number): string {
  if (n === 1) return 'une'
  if (n === 81) return 'quatre-vingt-une'
  const tens: Readonly<Record<number, string>> = {
    21: 'vingt',
    31: 'trente',
    41: 'quarante',
    51: 'cinquante',
    61: 'soixante',
  }
  return tens[n] === undefined ? `${n}` : `${tens[n]} et une`
}

/** Nine is written out, or espeak-ng does not bind it: "neuv heures". */
const HOURS: Readonly<Record<number, string>> = {
  0: 'minuit',
  1: 'une heure',
  9: 'neuf heures',
  12: 'midi',
  19: 'dix-neuf heures',
}

const hour = (n: number) => HOURS[n] ?? `${feminine(n)} heures`

export const french = phraseBook({
  language: 'fr',
  name: 'French',
  manner: mannerOf('fr'),
  phrases: {
    'good-morning': 'Bonjour.',
    'good-day': 'Bonjour.',
    'good-evening': 'Bonsoir.',
    'good-night': 'Bonsoir.',
    'wakeup-call': 'Voici votre appel de réveil.',
    'last-call': "C'est le dernier appel.",
    'press-one-for-another-call': 'Appuyez sur la touche un pour être rappelé,',
    'press-any-key': 'Veuillez appuyer sur une touche pour confirmer.',
    'press-any-other-key': 'Appuyez sur une autre touche pour confirmer.',
    'we-call-again': 'Nous vous rappellerons,',
    'a-little-later': 'un peu plus tard.',
    'thank-you': 'Merci. Nous vous souhaitons une agréable journée.',
    attention: 'Attention. Ici le système de réveil.',
    'wakeup-failed': 'Un appel de réveil a échoué.',
    room: 'Chambre,',
    'nobody-answered': "Personne n'a répondu.",
    'line-busy': 'La ligne était occupée.',
    'call-diverted': "L'appel a été renvoyé.",
    'no-free-line': "Aucune ligne n'était libre.",
    'phone-unreachable': 'Le téléphone était injoignable.',
    'call-missed': "L'appel n'a pas été fait à temps.",
    'not-confirmed': "On a décroché, mais aucune touche n'a été pressée.",
    'answered-and-hung-up': 'On a décroché, puis raccroché.',
    'call-broken-off': 'Le téléphone a sonné, puis la communication a été coupée.',
    'rooms-not-woken': "chambres n'ont pas été réveillées.",
    'ring-by-hand': 'Veuillez réveiller ce client maintenant vous-même.',
    'rooms-by-hand': 'chambres sont à réveiller maintenant à la main.',
    'i-ring-myself': "Sinon, j'appellerai la chambre moi-même, à cette heure.",
    'the-rooms-are': 'Voici les chambres.',
    'others-in-list': 'Les autres figurent dans la liste des alarmes.',
    'press-one-if-known': 'Si vous en avez pris note, appuyez sur la touche un.',
    'press-two-if-reached': 'Si le client a été joint, appuyez sur la touche deux.',
    noted: "Merci. C'est noté.",
    'i-ask-again': 'Merci. Je redemanderai,',
    'lines-problem': 'Les lignes téléphoniques sont en dérangement.',
    'connection-problem': 'La connexion avec un autre système est interrompue.',
    'system-problem': 'Le système signale un problème.',
    'cannot-write': 'Je ne peux rien enregistrer en ce moment.',
    'calls-ring-until': "Les réveils sonnent encore jusqu'à cette heure.",
    'nothing-new': 'Rien de nouveau ne peut être accepté.',
    'another-may-ring': 'Un autre système sonne peut-être encore dans les chambres.',
    'calls-wait-until': "Les réveils attendent ici jusqu'à cette heure.",
    'disk-low': 'Le disque du système de réveil est presque plein.',
    'clock-changed': "L'horloge de la machine a été changée.",
    'clock-shows': 'Elle indique maintenant,',
    'clock-expected': 'Sans ce changement, il serait,',
    'calls-in-doubt': 'Des appels de réveil sont incertains.',
    'clock-right': 'Si la nouvelle heure est juste, appuyez sur la touche cinq.',
    'clock-wrong': 'Si elle est fausse, appuyez sur la touche six.',
  },
  digits: ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
  letters: {},
  counts: counts((n) => `${feminine(n)},`, 'plus de 99,'),
  clock: {
    'it-is': 'Il est,',
    ...each('hour', HOURS_OF_THE_DAY, (n) => `${hour(n)},`),
    ...each('sharp', HOURS_OF_THE_DAY, (n) => `${hour(n)}.`),
    ...each('minute', MINUTES, (n) => `${feminine(n)}.`),
    in: 'dans,',
    minutes: 'minutes.',
  },
  spans: spans(USUAL_SPANS, (n) => (n === 1 ? 'dans une minute.' : `dans ${n} minutes.`)),
  time: onTheDay,
  itIs: (at) => ['it-is', ...onTheDay(at)],
  spanOf: (minutes) => ['in', `minute/${minutes}`, 'minutes'],
})
