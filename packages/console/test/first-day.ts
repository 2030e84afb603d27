import { prepareAudio } from '@reveille/sip'
import {
  type LiteralMedia,
  literalMedia,
  openExchange,
  openPhones,
  type Phones,
  type PhoneScript,
  tone,
} from '@reveille/sip/testing'
import { afterEach, beforeEach } from 'vitest'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { basic } from '../../server/test/hotel.ts'
import type { ManualClock } from '../../server/testing/manual-clock.ts'
import { consoleHotel } from './console-hotel.ts'

export const CODE = 'abcd-efgh-jkmn'
export const PASSWORD = 'early-bird-9'
const AS_ANNA = { authorization: basic('anna', PASSWORD), 'content-type': 'application/json' }
const LOOK_MS = 50
/** Real phones and real sound take real time; only the two minutes before a wake-up are passed over. */
export const clock = hurriedClock()

function hurriedClock(): ManualClock {
  const real = systemClock()
  let ahead = 0
  const now = () => real.now() + ahead
  const wait = (when: number, act: () => void, timer: { cancel(): void }): void => {
    const left = Math.min(Math.max(0, when - now()), LOOK_MS)
    timer.cancel = real.at(real.now() + left, () => (now() >= when ? act() : wait(when, act, timer))).cancel
  }
  return {
    ...real,
    now,
    elapsed: () => real.elapsed() + ahead,
    sinceBoot: () => real.sinceBoot() + ahead,
    at(when, act) {
      const timer = { cancel: () => {} }
      wait(when, act, timer)
      return { cancel: () => timer.cancel() }
    },
    advance: (ms) => void (ahead += ms),
    set: () => {},
  }
}

const SPEAKS = { does: 'answer', ringMs: 300, says: prepareAudio(tone(440, 20_000)) } as const
const PRESSES: PhoneScript = { ...SPEAKS, keys: [{ keys: '1', afterMs: 1_500 }] }

type Exchange = Awaited<ReturnType<typeof openExchange>>

/** An installation before its setup, with a PBX and a phone beside it. */
export function firstDay() {
  const at = consoleHotel({ begin: { code: CODE }, clock, tryLine: 'network' })
  /** Phones that send audio back to its source address would hide a wrong address that we announce. */
  let audio: LiteralMedia
  let phones: Phones
  let exchange: Exchange
  beforeEach(async () => {
    audio = await literalMedia({ host: '127.0.0.1', ports: { low: 26_000, high: 26_099 } })
    phones = await openPhones({ media: audio, script: () => PRESSES })
    exchange = await openExchange({
      domain: 'localhost',
      accounts: { 9001: 'right-secret' },
      phones: phones.address,
    })
  })
  afterEach(async () => {
    exchange.close()
    await phones.close({ abruptly: true })
    await audio.close()
  })
  return {
    at,
    get phones() {
      return phones
    },
    get exchange() {
      return exchange
    },
    config: (method: string, url: string, body?: object) =>
      at.hotel.request(null, method, url, body && JSON.stringify(body), AS_ANNA),
  }
}
