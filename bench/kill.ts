import { type CrashFigures, killRepeatedly } from '../packages/server/test/crash.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { type Bench, none } from './report.ts'

const ROUNDS = 100

export const bench: Bench = {
  about:
    'kill -9 under load: what was acknowledged is there, once (words: a number of rounds, postgres, seed=N)',
  smoke: ['1'],
  async run(words) {
    const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS)
    const postgres = words.includes('postgres') ? await startPostgres({ durable: true }) : undefined
    const options = postgres ? ['--database', await postgres.createDatabase()] : []
    await buildProduct()
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 1_000_000)
    const figures = await killRepeatedly({ rounds, seed, options, onRound: progress })
    await postgres?.stop()
    return {
      durability:
        'the process is killed, the machine is not: this proves what survives a crash, not a power cut',
      counted:
        'creates answered 201 and charges answered 200 before the kill, found again through the interface after the restart; half of the requests carry an Idempotency-Key and are sent again with it when no answer came',
      notes: [`seed ${seed}, ${postgres ? 'PostgreSQL' : 'the embedded database'}`],
      tables: [{ title: 'Killed under load', rows: [{ ...figures }] }],
      checks: [
        none('acknowledged, but not there after the restart', figures.lost),
        none('there twice', figures.doubled),
        none('other wrong answers and rows', figures.wrong),
      ],
    }
  },
}

function progress({ kills, acknowledged, lost, doubled }: CrashFigures) {
  if (kills % 10 === 0)
    console.log(`${kills} kills, ${acknowledged} acknowledged, ${lost} lost, ${doubled} twice`)
}
