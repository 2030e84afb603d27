import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { onTestFinished } from 'vitest'
import type { Instant } from '../src/kernel/clock.ts'
import { EVENING } from './hotel.ts'
import { openRingingHotel, type RingingHotel, type RingingOptions } from './ringing-hotel.ts'
import { openStage, type Stage } from './stage.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'

/** A hotel whose lines lead to an exchange with a phone in every room. */
export interface Night {
  readonly stage: Stage
  readonly exchange: TestExchange
  readonly hotel: RingingHotel
}

export interface NightOptions extends Omit<RingingOptions, 'stage'> {
  readonly site?: Partial<SiteFile>
  /** Otherwise than with plain lines to the exchange. */
  telephony?(
    exchange: TestExchange,
    stage: Stage,
  ): SiteFile['telephony'] | Promise<NonNullable<SiteFile['telephony']>>
  readonly wakeup?: SiteFile['wakeup']
  /** One line for each, with so many calls at once. */
  readonly lines?: readonly number[]
  readonly now?: Instant
}

/** Everything is closed when the test is over. */
export async function openNight(options: NightOptions = {}): Promise<Night> {
  const { site, wakeup, telephony, lines = [20], now, ...more } = options
  const stage = openStage(now)
  const exchange = await openTestExchange(stage)
  onTestFinished(() => exchange.close())
  const plan = telephony ? await telephony(exchange, stage) : exchange.telephony(...lines)
  const whole = { ...site, ...(wakeup ? { wakeup } : {}), ...(plan ? { telephony: plan } : {}) }
  const hotel = await openRingingHotel(whole, { stage, ...more })
  onTestFinished(() => hotel.close())
  return { stage, exchange, hotel }
}

/** A folder for data that outlives the hotel, and is gone when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-night-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The seconds after eight in the evening. */
export const secondsAfterEight = (at: Instant) => (at - EVENING) / 1_000
