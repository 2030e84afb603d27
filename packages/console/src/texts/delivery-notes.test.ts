import { describe, expect, it } from 'vitest'
import { noteWords } from './delivery-notes.ts'

describe('why a message fares as it does', () => {
  it.each([
    ['Dropped by admin: gone', 'Verworfen von admin: gone'],
    ['Dropped by admin, as pub has it already: gone', 'Verworfen von admin, da pub sie schon hat: gone'],
    ['Handed over to pub by admin: gone', 'An pub übergeben von admin: gone'],
    ['Marked as delivered by admin: seen', 'Als zugestellt bestätigt von admin: seen'],
    [
      'Taken back by admin: slip. It was refused: no such room',
      'Storniert von admin: slip. Abgelehnt: no such room',
    ],
    ['Given up after 7 days', 'Nach 7 Tagen aufgegeben'],
    ['Replaced by a later status of the room', 'Durch einen späteren Status des Zimmers ersetzt'],
    [
      'Not sent: To be booked by hand, if it is not there already: others are in the room than those who were charged',
      'Nicht gesendet: Von Hand zu buchen, falls sie nicht schon da ist: im Zimmer sind andere als die, denen verrechnet wurde',
    ],
    [
      'To be booked by hand: nobody can tell that its guest is still there',
      'Von Hand zu buchen: niemand weiss, ob der Gast noch da ist',
    ],
  ])('is said in German: %s', (note, german) => {
    expect(noteWords(note, 'de')).toEqual({ text: german, lang: undefined })
    expect(noteWords(note, 'en').text).toBe(note)
  })

  it('leaves the words of the other side as they are', () => {
    expect(noteWords('no such room', 'de')).toEqual({ text: 'no such room', lang: 'en' })
  })
})
