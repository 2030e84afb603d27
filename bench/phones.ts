import { ringMany } from '../packages/sip/test/many-phones.ts'
import { round } from './figures.ts'
import { type Bench, none } from './report.ts'

const PHONES = 3_000

export const bench: Bench = {
  about: 'thousands of phones rung at once, each of which does something else (words: a number of phones)',
  smoke: ['50'],
  async run(words) {
    const phones = Number(words.find((word) => /^\d+$/.test(word)) ?? PHONES)
    const begun = performance.now()
    const { strange, left } = await ringMany(phones)
    return {
      counted: 'calls of one user agent to scripted phones in the same process, over UDP, without audio',
      notes: strange.slice(0, 5).map(({ to, end }) => `${to} ended as ${JSON.stringify(end)}`),
      tables: [
        { title: 'Rung at once', rows: [{ phones, seconds: round((performance.now() - begun) / 1_000, 1) }] },
      ],
      checks: [none('ended otherwise than their phone wanted', strange.length), none('left over', left)],
    }
  },
}
