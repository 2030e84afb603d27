import type { SiteFile } from '@reveille/contract'
import { EVENING, SITE } from '../../server/test/hotel.ts'
import { openRingingHotel, type RingingHotel, type RingingOptions } from '../../server/test/ringing-hotel.ts'
import { openStage } from '../../server/test/stage.ts'
import { openTestExchange, type TestExchange } from '../../server/test/test-exchange.ts'
import { type ConsoleHotel, consoleHotel } from './console-hotel.ts'

/** The product with a browser in front of it and a phone in every room, all by a clock that a test moves. */
export interface NightConsole {
  readonly at: ConsoleHotel
  readonly hotel: RingingHotel
  readonly exchange: TestExchange
}

const MAILBOXES: NonNullable<SiteFile['mailboxes']> = [
  { range: '101-140' },
  { range: '201-240' },
  { number: '311', name: 'Garden suite', vip: true },
]

/** A small hotel at eight in the evening, with two lines for `calls` calls each; or another one. */
export function nightConsole(
  calls = 5,
  now = EVENING,
  site: Partial<SiteFile> = {},
  hand: Pick<RingingOptions, 'idleStepMs'> = {},
): NightConsole {
  const here: { hotel?: RingingHotel; exchange?: TestExchange } = {}
  const there = <T>(it: T | undefined): T => {
    if (it === undefined) throw new Error('It is opened before each test')
    return it
  }
  const at = consoleHotel(async (consoleFolder) => {
    const stage = openStage(now)
    const exchange = await openTestExchange(stage)
    const hotel = await openRingingHotel(
      {
        ...SITE,
        mailboxes: MAILBOXES,
        ...site,
        telephony: exchange.telephony(calls, calls),
        wakeup: { attempts: 2, retryDelay: '5m', snooze: { limit: 3, delay: '5m' } },
      },
      { stage, consoleFolder, ...hand },
    )
    Object.assign(here, { hotel, exchange })
    const close = async () => {
      await hotel.close()
      await exchange.close()
    }
    return new Proxy(hotel, { get: (of, name) => (name === 'close' ? close : Reflect.get(of, name)) })
  })
  return {
    at,
    get hotel() {
      return there(here.hotel)
    },
    get exchange() {
      return there(here.exchange)
    },
  }
}
