import { describe, expect, it } from 'vitest'
import { type ClockFace, PHRASES } from '../../hotel/wakeups/announcement.ts'
import { bookOf, TAGS_HERE } from '../../../testing/spoken-languages.ts'

const wording = (language: string, pieces: readonly string[]) =>
  pieces.map((piece) => bookOf(language).pieces.get(piece) ?? `?${piece}`).join(' ')

const face = (text: string): ClockFace => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return { hour, minute }
}

describe('the time', () => {
  it.each<[string, string, string]>([
    ['en', '7:00', "It is, seven o'clock, in the morning."],
    ['en', '7:30', 'It is, seven, thirty, in the morning.'],
    ['en', '7:05', 'It is, seven, oh five, in the morning.'],
    ['en', '1:00', "It is, one o'clock, in the morning."],
    ['en', '13:45', 'It is, one, forty-five, in the afternoon.'],
    ['en', '18:00', "It is, six o'clock, in the evening."],
    ['en', '22:10', 'It is, ten, ten, at night.'],
    ['en', '0:20', 'It is, twelve, twenty, at night.'],
    ['en', '0:00', 'It is, midnight.'],
    ['en', '12:00', 'It is, twelve noon.'],
    ['en', '12:01', 'It is, twelve, oh one, in the afternoon.'],
    ['de', '7:30', 'Es ist, sieben Uhr, dreißig.'],
    ['de', '7:00', 'Es ist, sieben Uhr.'],
    ['de', '1:00', 'Es ist, ein Uhr.'],
    ['de', '1:01', 'Es ist, ein Uhr, eins.'],
    ['de', '21:05', 'Es ist, einundzwanzig Uhr, fünf.'],
    ['de', '0:00', 'Es ist, null Uhr.'],
    ['fr', '7:30', 'Il est, sept heures, trente.'],
    ['fr', '1:00', 'Il est, une heure.'],
    ['fr', '21:21', 'Il est, vingt et une heures, vingt et une.'],
    ['fr', '9:01', 'Il est, neuf heures, une.'],
    ['fr', '0:00', 'Il est, minuit.'],
    ['fr', '12:30', 'Il est, midi, trente.'],
    ['es', '7:00', 'Son, las siete, de la mañana.'],
    ['es', '7:30', 'Son, las siete y, media, de la mañana.'],
    ['es', '7:15', 'Son, las siete y, cuarto, de la mañana.'],
    ['es', '1:05', 'Es, la una y, cinco, de la madrugada.'],
    ['es', '13:00', 'Es, la una, de la tarde.'],
    ['es', '12:00', 'Son, las doce, del mediodía.'],
    ['es', '0:00', 'Son, las doce, de la noche.'],
    ['es', '21:40', 'Son, las nueve y, cuarenta, de la noche.'],
    ['it', '7:30', 'Sono, le sette e, trenta.'],
    ['it', '1:00', "È, l'una."],
    ['it', '13:00', 'Sono, le tredici.'],
    ['it', '0:00', 'È, mezzanotte.'],
    ['it', '12:15', 'È, mezzogiorno e, quindici.'],
    ['it', '19:01', 'Sono, le diciannove e, un minuto.'],
  ])('in %s at %s', (language, time, said) =>
    expect(wording(language, bookOf(language).itIs(face(time)))).toBe(said),
  )

  it('is told without a verb where it only names a call', () => {
    expect(wording('es', bookOf('es').time(face('1:00')))).toBe('la una, de la madrugada.')
    expect(wording('it', bookOf('it').time(face('7:00')))).toBe('le sette.')
  })
})

describe('a span', () => {
  it.each<[string, number, string]>([
    ['en', 1, 'in one minute.'],
    ['en', 5, 'in five minutes.'],
    ['en', 37, 'in, thirty-seven, minutes.'],
    ['de', 1, 'in einer Minute.'],
    ['de', 37, 'in, siebenunddreißig. Minuten.'],
    ['fr', 1, 'dans une minute.'],
    ['fr', 21, 'dans, vingt et une. minutes.'],
    ['es', 1, 'dentro de un minuto.'],
    ['es', 31, 'dentro de treinta y un minutos.'],
    ['it', 1, 'tra un minuto.'],
    ['it', 15, 'tra quindici minuti.'],
  ])('in %s of %i minutes', (language, minutes, said) =>
    expect(wording(language, bookOf(language).inMinutes(minutes))).toBe(said),
  )
})

describe('many rooms', () => {
  it.each<[string, number, string]>([
    ['en', 64, 'sixty-four, rooms were not woken.'],
    ['de', 64, 'vierundsechzig, Zimmer sind nicht geweckt worden.'],
    ['fr', 21, "vingt et une, chambres n'ont pas été réveillées."],
    ['fr', 61, "soixante et une, chambres n'ont pas été réveillées."],
    ['fr', 81, "quatre-vingt-une, chambres n'ont pas été réveillées."],
    ['es', 31, 'treinta y una, habitaciones no han sido despertadas.'],
    ['it', 15, 'quindici, camere non sono state svegliate.'],
  ])('in %s, %i of them', (language, count, said) =>
    expect(wording(language, [`count/${count}`, 'phrase/rooms-not-woken'])).toBe(said),
  )
})

describe.each(TAGS_HERE)('the phrase book of %s', (language) => {
  const book = bookOf(language)
  const spoken = [
    ...PHRASES.map((phrase) => `phrase/${phrase}`),
    ...Array.from({ length: 24 * 60 }, (_, n) => ({ hour: Math.floor(n / 60), minute: n % 60 })).flatMap(
      (at) => [...book.itIs(at), ...book.time(at)],
    ),
    ...Array.from({ length: 60 }, (_, n) => book.inMinutes(n + 1)).flat(),
    ...Array.from({ length: 94 }, (_, n) => `count/${n + 6}`),
    'count/more',
  ]

  it('has every phrase, every minute of the day, every span up to an hour and every number of rooms', () => {
    expect(spoken.filter((piece) => !book.pieces.has(piece))).toEqual([])
  })

  it('has no piece that nobody ever says', () => {
    const signs = /^(digit|last-digit|letter)\//
    const said = new Set(spoken)
    expect([...book.pieces.keys()].filter((piece) => !said.has(piece) && !signs.test(piece))).toEqual([])
  })

  it('ends each piece as it is to be spoken', () => {
    expect([...book.pieces.values()].filter((text) => !/[.,]$/.test(text))).toEqual([])
  })
})
