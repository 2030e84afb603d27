import { runRandomHouse } from '../packages/server/test/random-deliveries.ts'
import { type Bench, none } from './report.ts'

const SEEDS = 200

export const bench: Bench = {
  about:
    'deliveries while receivers, database and people do as chance wants it (words: a number of seeds, first=N)',
  smoke: ['1'],
  async run(words) {
    const seeds = Number(words.find((word) => /^\d+$/.test(word)) ?? SEEDS)
    const first = Number(words.find((word) => word.startsWith('first='))?.slice(6) ?? 1)
    const notes: string[] = []
    let open = 0
    for (let seed = first; seed < first + seeds; seed++) {
      const found = await runRandomHouse(seed)
      open += found.open.length
      notes.push(...found.wrongs.map((wrong) => `seed ${seed}: ${wrong}`))
      if ((seed - first + 1) % 10 === 0) console.log(`${seed - first + 1} seeds, ${notes.length} wrong`)
    }
    return {
      counted: 'courses of eighty events, one for each seed, on a clock moved by hand',
      notes: [`seeds ${first} to ${first + seeds - 1}`, ...notes],
      tables: [],
      checks: [none('lost, doubled, out of order or late', notes.length), none('left lying', open)],
    }
  },
}
