import type { ClockFace } from '../../../hotel/wakeups/announcement.ts'
import { mannerOf, phraseBook } from '../phrase-book.ts'
import { counts, each, HOURS_ON_THE_DIAL, MINUTES, onTheDial, spans, USUAL_SPANS } from './clock.ts'

export const english = phraseBook({
  language: 'en',
  name: 'English',
  manner: mannerOf('en-us'),
  phrases: {
    'good-morning': 'Good morning.',
    'good-day': 'Good afternoon.',
    'good-evening': 'Good evening.',
    // "Good night" would send the guest back to bed.
    'good-night': 'Hello.',
    'wakeup-call': 'This is your wake-up call.',
    'last-call': 'This is the last call.',
    'press-one-for-another-call': 'Press one for another call,',
    'press-any-key': 'Please press any key to confirm that you are awake.',
    'press-any-other-key': 'Press any other key to confirm that you are awake.',
    'we-call-again': 'We will call you again,',
    'a-little-later': 'a little later.',
    'thank-you': 'Thank you. Have a pleasant day.',
    attention: 'Attention, please. This is the wake-up system.',
    'wakeup-failed': 'A wake-up call has failed.',
    room: 'Room,',
    'nobody-answered': 'Nobody answered.',
    'line-busy': 'The line was busy.',
    'call-diverted': 'The call was diverted.',
    'no-free-line': 'No telephone line was free.',
    'phone-unreachable': 'The telephone could not be reached.',
    'call-missed': 'The call was not made in time.',
    'not-confirmed': 'The telephone was answered, but no key was pressed.',
    'answered-and-hung-up': 'The telephone was answered and hung up.',
    'call-broken-off': 'It rang, and the call was broken off.',
    'rooms-not-woken': 'rooms were not woken.',
    'ring-by-hand': 'Please ring this guest now, by hand.',
    'rooms-by-hand': 'rooms are to be rung now, by hand.',
    'i-ring-myself': 'Otherwise I will ring the room myself, at this time.',
    'the-rooms-are': 'These are the rooms.',
    'others-in-list': 'The others are in the list of alarms.',
    'press-one-if-known': 'If you know of this now, press one.',
    'press-two-if-reached': 'If the guest has been reached, press two.',
    noted: 'Thank you. That is noted.',
    'i-ask-again': 'Thank you. I will ask again,',
    'lines-problem': 'There is a problem with the telephone lines.',
    'connection-problem': 'The connection to another system has failed.',
    'system-problem': 'The system reports a problem.',
    'cannot-write': 'I cannot write anything down at the moment.',
    'calls-ring-until': 'Wake-up calls still ring until this time.',
    'nothing-new': 'Nothing new can be taken.',
    'another-may-ring': 'Another system may still be ringing the rooms.',
    'calls-wait-until': 'Wake-up calls wait here until this time.',
    'disk-low': 'The disk of the wake-up system is almost full.',
    'clock-changed': 'The clock of this machine was changed.',
    'clock-shows': 'It now shows,',
    'clock-expected': 'Without the change, it would be,',
    'calls-in-doubt': 'Wake-up calls are in doubt.',
    'clock-right': 'If the new time is right, press five.',
    'clock-wrong': 'If it is wrong, press six.',
  },
  digits: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  letters: {},
  counts: counts((n) => `${n},`, 'more than 99,'),
  clock: {
    'it-is': 'It is,',
    ...each('hour', HOURS_ON_THE_DIAL, (n) => `${n},`),
    // Twelve is noon or midnight.
    ...each('sharp', HOURS_ON_THE_DIAL.slice(0, -1), (n) => `${n} o'clock,`),
    ...each('minute', MINUTES, (n) => (n < 10 ? `oh ${n},` : `${n},`)),
    midnight: 'midnight.',
    noon: 'twelve noon.',
    'part/morning': 'in the morning.',
    'part/afternoon': 'in the afternoon.',
    'part/evening': 'in the evening.',
    'part/night': 'at night.',
    in: 'in,',
    minutes: 'minutes.',
  },
  spans: spans(USUAL_SPANS, (n) => (n === 1 ? 'in one minute.' : `in ${n} minutes.`)),
  time,
  itIs: (at) => ['it-is', ...time(at)],
  spanOf: (minutes) => ['in', `minute/${minutes}`, 'minutes'],
})

function time({ hour, minute }: ClockFace): string[] {
  if (minute === 0 && hour === 0) return ['midnight']
  if (minute === 0 && hour === 12) return ['noon']
  return [...onTheDial({ hour, minute }), `part/${partOfDay(hour)}`]
}

function partOfDay(hour: number): string {
  if (hour === 0 || hour > 20) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
