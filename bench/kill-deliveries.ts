import type { Account } from '../packages/server/test/delivery-accounts.ts'
import { killDeliveries, type KilledDeliveries } from '../packages/server/test/killed-deliveries.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { type Bench, type Check, none } from './report.ts'

const ROUNDS = 200

export const bench: Bench = {
  about:
    'kill -9 while charges go out to receivers and a property system, and some of them are taken back: both sides have the same accounts (words: a number of rounds, postgres, hold, seed=N)',
  smoke: ['1'],
  async run(words) {
    const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS)
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 1_000_000)
    const postgres = words.includes('postgres') ? await startPostgres({ durable: true }) : undefined
    const options = postgres ? ['--database', await postgres.createDatabase()] : []
    await buildProduct()
    const onUncertain = words.includes('hold') ? 'hold' : 'resend'
    const how = { rounds, seed, options, onUncertain, thoughtful: 0.5 } as const
    const found = await killDeliveries({ ...how, onRound: progress })
    await postgres?.stop()
    return {
      durability:
        'the process is killed, the machine is not: this proves what survives a crash, not a power cut',
      counted:
        'charges, each under an Idempotency-Key and asked for again under it when no answer came; what two receivers took by webhook-id, and what the folio of the scripted property system shows by posting number',
      notes: [
        `seed ${seed}, ${postgres ? 'PostgreSQL' : 'the embedded database'}, onUncertain: ${onUncertain}`,
        'the shaky receiver fails one post in twenty, takes three in a hundred without a word and is slow with one in eight',
        'kept: taken back, while a receiver has one of the two messages without the other, or the folio has a posting that was withdrawn; what only the desk can take back stays on the folio, and the desk is told',
        'repeated: the same id or posting number again; a receiver leaves it out by its id, on the folio it must be explained by a doubt in the log',
        'twice: charges that are on the folio more than once; told: of these, those whose delivery has doubts, with a row in the log',
        'held: postings that were cut off twice; a person looks at the folio and says that it is there, or has it sent again',
        ...found.violations.map((rule) => `broken rule of FIAS: ${rule}`),
      ],
      tables: [
        { title: 'Killed while charging and delivering', rows: [tableRow(found)] },
        {
          title: 'Accounts',
          rows: Object.entries(found.accounts).map(([at, account]) => ({ at, ...account })),
        },
      ],
      checks: checksOf(found),
    }
  },
}

function checksOf({ accounts, ...found }: KilledDeliveries): Check[] {
  const all = Object.values(accounts)
  const sum = (name: keyof Account) => all.reduce((total, one) => total + one[name], 0)
  return [
    none('acknowledged, but missing at a receiver or on the folio', sum('missing')),
    none('there under two ids or posting numbers', sum('doubled')),
    none('there, but never charged', sum('strange')),
    none('after a later one of its room', sum('outOfOrder')),
    none('taken back, and not given back there', sum('kept')),
    none('twice on the folio without a doubt in the log', accounts.folio.unexplained),
    equal('doubled postings, and those told', accounts.folio.twice, accounts.folio.told),
    none('deliveries that did not end as delivered', found.undelivered),
    none('charges refused', found.refused),
    none('rules of FIAS broken', found.violations.length),
  ]
}

const equal = (what: string, required: number, measured: number): Check => ({
  what,
  required: String(required),
  measured: String(measured),
  passed: measured === required,
  isTimed: false,
})

const tableRow = ({ kills, startsInVain, charged, takenBack, unanswered, ...found }: KilledDeliveries) => ({
  kills,
  'while starting': startsInVain,
  charged,
  'taken back': takenBack,
  'asked for again': unanswered,
  'postings in doubt': found.doubted,
  'held, and there': found.foundByHand,
  'held, and sent again': found.resentByHand,
})

function progress(kills: number, charged: number) {
  if (kills % 10 === 0) console.log(`${kills} kills, ${charged} charges`)
}
