import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import { ChargingDesk, ROOMS } from '../packages/server/test/charging-desk.ts'
import { type Account, folioAccount, receiverAccount } from '../packages/server/test/delivery-accounts.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { openShakyReceiver, type ShakyReceiver } from '../packages/server/test/shaky-receiver.ts'
import { seededChance } from '../packages/server/testing/chance.ts'
import { type CallAccount, callAccount, Callers, rangeOf, TENANTS } from './cluster/callers.ts'
import { openClusterPhones } from './cluster/phones.ts'
import { ShakenNodes } from './cluster/shaken-nodes.ts'
import { type Bench, type Check, none } from './report.ts'

const ROUNDS = 200
const NODES = ['a', 'b']
export const bench: Bench = {
  about:
    'two nodes of which one is killed or stopped again and again while calls ring, charges go out and a property system is linked (words: a number of rounds, seed=N)',
  smoke: ['1'],
  async run(words) {
    const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS)
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 1_000_000)
    await buildProduct()
    const found = await shakeNodes(rounds, seed)
    return {
      durability: 'PostgreSQL: fsync on, synchronous_commit on; processes are killed, the machine is not',
      counted:
        'each call at a phone in a process of its own: answered for good is acknowledged, with at least 3 s of audio from its first sound on before which it may not have rung again, or from its first packet on for it not to be lost; charges under an Idempotency-Key, asked for again at any node when no answer came, at two receivers by webhook-id and on the folio of the scripted property system by posting number',
      notes: [
        `seed ${seed}; of ten faults about four kill one node, five stop one for up to 12 s, and one kills both`,
        'rungAgain: calls that were cut off before they were answered for good, and rang again, as they must',
        'unwritten: answered for good in the last half second before a fault, and so perhaps known to a dead node only',
        'told: calls that nobody picked up for good, of which an alarm tells',
        ...found.calls.stories.map((story, at) => `${story}\n${found.told[at]}`),
        ...found.complaints,
        ...found.violations.map((rule) => `broken rule of FIAS: ${rule}`),
      ],
      tables: [
        { title: 'Two nodes, shaken', rows: [found.row] },
        {
          title: 'Accounts',
          rows: Object.entries(found.accounts).map(([at, account]) => ({ at, ...account })),
        },
      ],
      checks: checksOf(found),
    }
  },
}

interface Found {
  readonly row: Readonly<Record<string, number>>
  readonly calls: CallAccount
  readonly told: readonly string[]
  readonly accounts: Readonly<Record<'prompt' | 'shaky' | 'folio', Account>>
  readonly undelivered: number
  readonly refused: number
  readonly violations: readonly string[]
  /** What the doctor has to say against the house. */
  readonly complaints: readonly string[]
}

function checksOf({ calls, accounts, ...found }: Found): Check[] {
  const all = Object.values(accounts)
  const sum = (name: keyof Account) => all.reduce((total, one) => total + one[name], 0)
  return [
    none('calls neither answered for good nor told of', calls.lost),
    none('calls rung after they were answered for good', calls.rungAfter),
    none('calls said to be answered that no phone acknowledged', calls.claimed),
    none('charges missing at a receiver or on the folio', sum('missing')),
    none('charges there under two ids or posting numbers', sum('doubled')),
    none('there, but never charged', sum('strange')),
    none('after a later one of its room', sum('outOfOrder')),
    none('taken back, and not given back there', sum('kept')),
    none('twice on the folio and nobody told', accounts.folio.unexplained),
    none('twice on the folio without a doubt in the list', accounts.folio.twice - accounts.folio.told),
    none('deliveries that did not end as delivered', found.undelivered),
    none('charges refused', found.refused),
    none('rules of FIAS broken', found.violations.length),
    none('complaints of the doctor, who looks at the chains of seals', found.complaints.length),
  ]
}

const siteFor = (prompt: ShakyReceiver, shaky: ShakyReceiver, pms: ScriptedPms, phones: number) => `
site: { name: Shaken Hotels, timezone: UTC, language: en }
users: [{ username: boss, password: boss-password, permissions: [inventory, frontdesk, administrator] }]
tenants: [${TENANTS.map((id, at) => `{ id: "${id}", name: House ${at + 1} }`).join(', ')}]
mailboxes:
  - { range: "${ROOMS[0]}-${ROOMS.at(-1)}" }
${TENANTS.map((tenant, at) => `  - { range: "${rangeOf(at)}", tenant: "${tenant}" }`).join('\n')}
network: { allow: ["127.0.0.1"] }
wakeup: { attempts: 6, retryDelay: 10s }
telephony:
  mode: sip
  port: 0
  lines:
${TENANTS.map((tenant, at) => `    - { name: line${at + 1}, uri: "sip:voice${at + 1}@127.0.0.1:${phones}", register: false, calls: 60, tenant: "${tenant}" }`).join('\n')}
inventory:
  categories: [{ id: "1", description: Drinks }]
  items: [{ id: "10", description: Drops, category: "1", price: "0.01" }]
  connectors:
    - { name: prompt, type: webhook, url: "http://127.0.0.1:${prompt.port}/" }
    - { name: shaky, type: webhook, url: "http://127.0.0.1:${shaky.port}/", retry: [1s] }
    - { name: pms, type: fias, host: 127.0.0.1, port: ${pms.address.port}, mode: direct, retry: [1s], onUncertain: resend }
`

const GUEST = { reservation: '1', name: 'Ada' }

async function shakeNodes(rounds: number, seed: number): Promise<Found> {
  const chance = seededChance(seed).next
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-shaken-'))
  const server = await startPostgres({ durable: true })
  const prompt = await openShakyReceiver(() => 'prompt')
  const shaky = await openShakyReceiver(() => (chance() < 0.1 ? 'mute' : 'prompt'))
  const pms = await openPms({ guests: Object.fromEntries(ROOMS.map((room) => [room, [GUEST]])) })
  const phones = await openClusterPhones()
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteFor(prompt, shaky, pms, phones.port))
  const url = await server.createDatabase()
  const nodes = new ShakenNodes({ folder, url, site, names: NODES, chance })
  const desk = new ChargingDesk({ where: nodes.where, chance, isOneOfSeveral: true })
  const callers = new Callers(nodes.where, chance)
  try {
    await nodes.start()
    const shaking = { isOver: false }
    const charging = (async () => {
      while (!shaking.isOver) await desk.chargeWhile(() => !shaking.isOver)
    })()
    for (let round = 0; round < rounds; round++) {
      const asking = callers.askForSome()
      await nodes.shake()
      await asking
      if ((round + 1) % 5 === 0)
        console.log(`${round + 1} rounds, ${desk.charges.length} charges, ${callers.asked.size} calls`)
    }
    shaking.isOver = true
    await charging
    const { deliveries, doubted, byHand } = await desk.settleEverything(pms)
    const records = await callers.settled()
    const calls = callAccount(
      callers.asked,
      records,
      (await phones.account()).calls,
      await callers.alarms(),
      nodes.faults,
    )
    const resent = new Set(byHand.filter(({ as }) => as === 'resend').map(({ id }) => id))
    const ofPms = deliveries.filter(({ destination }) => destination === 'pms')
    const { charges } = desk
    const isTakenBack = (quantity: number) => charges[quantity - 1]?.takenBack !== null
    return {
      row: {
        rounds,
        ...nodes.counts,
        calls: callers.asked.size,
        rungAgain: calls.rungAgain,
        told: calls.told,
        unwritten: calls.unwritten,
        charges: charges.length,
        takenBack: charges.filter(({ takenBack }) => takenBack !== null).length,
        unanswered: desk.counts.unanswered,
        inDoubt: doubted.size,
        byHand: byHand.length,
      },
      calls,
      told: await callers.told(calls.wrong),
      accounts: {
        prompt: receiverAccount(charges, prompt.taken),
        shaky: receiverAccount(charges, shaky.taken),
        folio: folioAccount(charges, pms.folio.bookings, { deliveries: ofPms, doubted, resent }),
      },
      undelivered: deliveries.filter(
        ({ state, quantity }) =>
          state !== 'delivered' && !(state === 'dead' && isTakenBack(Math.abs(quantity ?? 0))),
      ).length,
      refused: desk.counts.refused,
      violations: pms.violations,
      complaints: await callers.complaints(),
    }
  } finally {
    await nodes.close()
    phones.close()
    await Promise.all([prompt.close(), shaky.close(), pms.close()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
