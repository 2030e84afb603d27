import { encodeG711, MachineEar } from '@reveille/sip'
import { speechLike } from '../packages/sip/testing/speech-like.ts'
import { round } from './figures.ts'
import { announcements } from './machines/announcements.ts'
import { type CorpusCall, type Judged, judge, type Scene } from './machines/call.ts'
import { seededChance } from '../packages/server/testing/chance.ts'
import { mailbox } from './machines/mailboxes.ts'
import { person } from './machines/people.ts'
import { HALVES, type Half, LANGUAGES, type Language } from './machines/speaker.ts'
import { needed } from './install-peers.ts'
import { atMost, type Bench, type Row } from './report.ts'

/** In each half. */
const WHOLE = { people: 500, mailboxes: 100 }
const SMOKE = { people: 5, mailboxes: 2 }
const MOST_PEOPLE_MISTAKEN = 1
const CALLS = 1_000
const FRAMES_PER_SECOND = 50
/** What all calls together may cost, of two cores. */
const MOST_OF_A_CORE = 25

interface Found {
  readonly half: Half
  readonly people: readonly Judged[]
  readonly mailboxes: readonly Judged[]
}

export const bench: Bench = {
  about: 'people and mailboxes told apart, on synthetic recordings (needs espeak-ng; words: a seed)',
  smoke: ['--smoke'],
  needs: needed('espeak-ng'),
  async run(words) {
    const seed = Number(words.find((word) => /^\d+$/.test(word)) ?? 2_026)
    const own = await announcements()
    const many = words.includes('--smoke') ? SMOKE : WHOLE
    const found = HALVES.map((half, at) => hearHalf(half, seed * 1_000 + at, own, many))
    const cost = frameMicroseconds()
    const share = (CALLS * FRAMES_PER_SECOND * cost) / 10_000
    return {
      counted:
        'one call: what the other side says, with its noise and the echo of our own announcement, through G.711 and losses, judged at its end by the rule of the product; no keys, and no word of the exchange about forwarding, which alone would be enough',
      notes: [
        `all of it is synthetic: voices of espeak-ng in five languages, seed ${seed}; other voices and other words in each half, and nothing was tuned on the half that is held out`,
        'assumed of people: 8 in 100 talk on without a pause, 10 have the television on, 60 hear our voice come back, 2 are at an exchange that answers for the phone, 3 have an alarm clock beeping and 1.5 a single beep, 6 leave a busy tone behind',
        'assumed of mailboxes: 70 in 100 beep, 25 answer at once; one that does neither shows one sign at most, and cannot be told',
      ],
      tables: [
        { title: 'People taken for a machine, and mailboxes found', rows: found.map(summary) },
        { title: 'People, held out', rows: byKind(found, 'people') },
        { title: 'Mailboxes, held out', rows: byKind(found, 'mailboxes') },
        {
          title: 'Cost',
          rows: [{ 'us per frame, both sides': round(cost, 2), 'of a core, 1,000 calls (%)': round(share) }],
        },
      ],
      checks: [
        ...found.map(({ half, people }) =>
          atMost(
            `people taken for a machine, ${half}`,
            MOST_PEOPLE_MISTAKEN,
            percent(people),
            ' % of people',
          ),
        ),
        atMost('of a core for 1,000 calls', MOST_OF_A_CORE, share, ' %'),
      ],
    }
  },
}

function hearHalf(
  half: Half,
  seed: number,
  own: Readonly<Record<Language, Uint8Array>>,
  many: typeof WHOLE,
): Found {
  const chance = seededChance(seed)
  const hear = (count: number, make: (scene: Scene) => CorpusCall) =>
    Array.from({ length: count }, () => {
      const language = chance.pick(LANGUAGES)
      return judge(make({ chance, half, language, own: own[chance.pick(LANGUAGES)] }), chance)
    })
  return { half, people: hear(many.people, person), mailboxes: hear(many.mailboxes, mailbox) }
}

const percent = (judged: readonly Judged[]) =>
  (100 * judged.filter(({ isMachine }) => isMachine).length) / Math.max(1, judged.length)

/** As it would be judged at an exchange that answers for every phone. */
const atOnce = (one: Judged): Judged => ({
  ...one,
  isMachine: one.quick ? one.isMachine : one.signs.length > 0,
})

const summary = ({ half, people, mailboxes }: Found): Row => ({
  half,
  people: people.length,
  'taken for a machine': people.filter(({ isMachine }) => isMachine).length,
  '% of people': round(percent(people), 2),
  '% if answered at once': round(percent(people.map(atOnce)), 1),
  mailboxes: mailboxes.length,
  found: mailboxes.filter(({ isMachine }) => isMachine).length,
  '% of mailboxes': round(percent(mailboxes), 1),
})

function byKind(found: readonly Found[], who: 'people' | 'mailboxes'): Row[] {
  const judged = found.filter(({ half }) => half === 'held out').flatMap((one) => one[who])
  const groups = new Map<string, Judged[]>()
  for (const one of judged) {
    const name = `${one.kind}${one.quick ? ', answered at once' : ''}`
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, calls]) => ({ kind, ...figures(calls) }))
}

const figures = (calls: readonly Judged[]): Row => ({
  calls: calls.length,
  'long speech': calls.filter(({ signs }) => signs.includes('long-speech')).length,
  beep: calls.filter(({ signs }) => signs.includes('beep')).length,
  machine: calls.filter(({ isMachine }) => isMachine).length,
})

const SPOKEN_MS = 60_000
const TIMES = 20

/** Both sides speak all the time, which costs most. */
function frameMicroseconds(): number {
  const [theirs, own] = [3, 4].map((seed) => encodeG711(speechLike(SPOKEN_MS, seed), 'PCMU'))
  if (!theirs || !own) return Number.NaN
  const listen = () => {
    const ear = new MachineEar()
    for (let at = 0; at < theirs.length; at += 160) {
      ear.say(own.subarray(at, at + 160), 'PCMU')
      ear.hear({ payload: theirs.subarray(at, at + 160), timestamp: at }, 'PCMU')
    }
  }
  listen()
  const begun = process.cpuUsage()
  for (let time = 0; time < TIMES; time++) listen()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / (TIMES * (theirs.length / 160))
}
