import { type Fuzzed, fuzzHotel, requestSource } from '../packages/server/test/fuzzed-hotel.ts'
import { type Bench, none } from './report.ts'

const REQUESTS = 200_000
/** Each hotel is asked so often: one that has been asked for long has little left to ask for. */
const OF_ONE_HOTEL = 2_000
const MOST_TOLD = 50

export const bench: Bench = {
  about: 'requests that chance makes from /openapi.json (words: a number of requests, seed=N)',
  smoke: ['200'],
  async run(words) {
    const requests = Number(words.find((word) => /^\d+$/.test(word)) ?? REQUESTS)
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? 1)
    const source = await requestSource()
    const hotels: Fuzzed[] = []
    for (let asked = 0; asked < requests; asked += OF_ONE_HOTEL) {
      hotels.push(await fuzzHotel(source, Math.min(OF_ONE_HOTEL, requests - asked), seed + hotels.length))
      const wrong = hotels.reduce((sum, hotel) => sum + hotel.wrongs.length, 0)
      if (hotels.length % 5 === 0) console.log(`${hotels.length * OF_ONE_HOTEL} requests, ${wrong} wrong`)
    }
    const wrongs = hotels.flatMap((hotel) => hotel.wrongs)
    return {
      counted: 'requests, each made from a schema of the document and bent now and then, past no network',
      notes: [`seeds ${seed} to ${seed + hotels.length - 1}`, ...wrongs.slice(0, MOST_TOLD)],
      tables: [{ title: 'Answers', rows: rowsOf(hotels) }],
      checks: [
        none('answers of 5xx, of a status or of a body that the document does not name', wrongs.length),
      ],
    }
  },
}

function rowsOf(hotels: readonly Fuzzed[]) {
  const sums = new Map<string, number>()
  for (const { byStatus } of hotels)
    for (const [status, count] of Object.entries(byStatus)) sums.set(status, (sums.get(status) ?? 0) + count)
  return [...sums]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([status, answers]) => ({ status, answers }))
}
