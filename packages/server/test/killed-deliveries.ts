import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import { ChargingDesk, ROOMS } from './charging-desk.ts'
import { seededChance } from '../testing/chance.ts'
import { type Account, folioAccount, receiverAccount } from './delivery-accounts.ts'
import { type RunningServer, startInVain, startProduct } from './process.ts'
import { type Manner, openShakyReceiver, type ShakyReceiver } from './shaky-receiver.ts'

/**
 * A product that charges and delivers, and is killed at it again and again: two receivers and a property system in
 * this process keep accounts of their own, which in the end must be those of the one who charged.
 */
export interface KilledDeliveriesOptions {
  readonly rounds: number
  readonly seed: number
  /** In what part of the lives the property system thinks before it answers. */
  readonly thoughtful: number
  /** What becomes of a posting that was never answered: only one that is sent again can be there twice. */
  readonly onUncertain?: 'resend' | 'hold'
  /** More for the command line, such as `--database`. */
  readonly options?: readonly string[]
  onRound?(kills: number, charged: number): void
}

export interface KilledDeliveries {
  readonly kills: number
  /** Of them, before the product was ready. */
  readonly startsInVain: number
  readonly charged: number
  /** Of them, taken back. */
  readonly takenBack: number
  /** No answer came because of the kill; asked for again under the same key. */
  readonly unanswered: number
  /** Answered with anything but 200. */
  readonly refused: number
  /** Postings of which the log says that they may be there twice. */
  readonly doubted: number
  /** Of these, decided by a person who looked at the folio: it was there, or it was not. */
  readonly foundByHand: number
  readonly resentByHand: number
  /** Deliveries that have not ended as delivered, save of charges that were taken back. */
  readonly undelivered: number
  /** Rules of FIAS that were broken. */
  readonly violations: readonly string[]
  readonly accounts: Readonly<Record<'prompt' | 'shaky' | 'folio', Account>>
}

const LONGEST_LIFE_MS = 1_000
/** So many of the kills come while the product starts. */
const IN_VAIN = 0.1
const LONGEST_START_MS = 1_000
/** A property system that thinks for so long answers the next process what it was asked by the one before. */
const THOUGHTFUL_MS = 20

const siteFor = (
  prompt: ShakyReceiver,
  shaky: ShakyReceiver,
  { address }: ScriptedPms,
  onUncertain: string,
) => `
site: { name: Crash Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: boss-password, permissions: [inventory, administrator] }]
mailboxes: [{ range: "${ROOMS[0]}-${ROOMS.at(-1)}" }]
network: { allow: ["127.0.0.1"] }
inventory:
  categories: [{ id: "1", description: Drinks }]
  items: [{ id: "10", description: Drops, category: "1", price: "0.01" }]
  connectors:
    - { name: prompt, type: webhook, url: "http://127.0.0.1:${prompt.port}/" }
    - { name: shaky, type: webhook, url: "http://127.0.0.1:${shaky.port}/", retry: [1s] }
    - { name: pms, type: fias, host: 127.0.0.1, port: ${address.port}, mode: direct, retry: [1s], onUncertain: ${onUncertain} }
`

export async function killDeliveries(options: KilledDeliveriesOptions): Promise<KilledDeliveries> {
  const chance = seededChance(options.seed).next
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-killed-'))
  const prompt = await openShakyReceiver(() => 'prompt')
  const shaky = await openShakyReceiver(() => mannerBy(chance()))
  const pms = await openPms({ guests: Object.fromEntries(ROOMS.map((room) => [room, [GUEST]])) })
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteFor(prompt, shaky, pms, options.onUncertain ?? 'resend'))
  const words = ['--data', path.join(folder, 'data'), '--site', site, ...(options.options ?? [])]
  const lives = new Lives(words, chance)
  const desk = new ChargingDesk({ where: () => lives.url, chance })
  try {
    for (let round = 0; round < options.rounds; round++) {
      pms.behave({ posting: chance() < options.thoughtful ? 'late' : 'answer', lateMs: THOUGHTFUL_MS })
      await lives.liveAndDie(desk)
      options.onRound?.(round + 1, desk.charges.length)
    }
    pms.behave({ posting: 'answer' })
    await lives.start()
    const { deliveries, doubted, byHand } = await desk.settleEverything(pms)
    const { charges } = desk
    const resent = new Set(byHand.filter(({ as }) => as === 'resend').map(({ id }) => id))
    const ofPms = deliveries.filter(({ destination }) => destination === 'pms')
    return {
      kills: options.rounds,
      startsInVain: lives.inVain,
      ...desk.counts,
      charged: charges.length,
      takenBack: charges.filter(({ takenBack }) => takenBack !== null).length,
      doubted: doubted.size,
      foundByHand: byHand.length - resent.size,
      resentByHand: resent.size,
      undelivered: deliveries.filter(
        ({ state, quantity }) =>
          state !== 'delivered' && !(state === 'dead' && charges[(quantity ?? 0) - 1]?.takenBack),
      ).length,
      violations: pms.violations,
      accounts: {
        prompt: receiverAccount(charges, prompt.taken),
        shaky: receiverAccount(charges, shaky.taken),
        folio: folioAccount(charges, pms.folio.bookings, { deliveries: ofPms, doubted, resent }),
      },
    }
  } finally {
    await lives.close()
    await Promise.all([prompt.close(), shaky.close(), pms.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lives of the product, one after the other. */
class Lives {
  readonly #words: readonly string[]
  readonly #chance: () => number
  #server: RunningServer | undefined
  #inVain = 0

  constructor(words: readonly string[], chance: () => number) {
    this.#words = words
    this.#chance = chance
  }

  get url() {
    return this.#server?.url ?? null
  }

  get inVain() {
    return this.#inVain
  }

  async start(): Promise<RunningServer> {
    this.#server = await startProduct(this.#words)
    return this.#server
  }

  /** One life, to its violent end at a moment that only the seed knows. */
  async liveAndDie(desk: ChargingDesk) {
    const isInVain = this.#chance() < IN_VAIN
    const lifeMs = this.#chance() * (isInVain ? LONGEST_START_MS : LONGEST_LIFE_MS)
    if (isInVain && (await startInVain(this.#words, lifeMs))) return void this.#inVain++
    const server = await this.start()
    let isCounted = false
    // It is counted from its first answer: how long it takes to get there depends on the machine.
    await desk.chargeWhile(
      () => true,
      () => {
        if (!isCounted) setTimeout(() => void server.kill(), lifeMs)
        isCounted = true
      },
    )
    await server.kill()
  }

  async close() {
    await this.#server?.kill()
  }
}

const GUEST = { reservation: '1', name: 'Ada' }

function mannerBy(chance: number): Manner {
  if (chance < 0.05) return 'failing'
  if (chance < 0.08) return 'mute'
  return chance < 0.2 ? 'slow' : 'prompt'
}
