import type { CallEnd } from '../../src/call/call-end.ts'
import { systemClock } from '../../src/transactions/clock.ts'
import { openPhones } from '../scripted-phone.ts'
import type { DialCommand } from './dial-words.ts'

/** Apart from those that phones of the other command take. */
const AUDIO_PORTS = { low: 11_000, high: 11_999 }

const COMMA_MS = 1_000

const pause = (ms: number) => new Promise<void>((resolve) => void systemClock.after(ms, resolve))

/** Makes one call and tells what becomes of it; gives the code that the program ends with. */
export async function dialOnce(command: DialCommand, say: (line: string) => void): Promise<number> {
  const { from, to, at } = command
  const phones = await openPhones({ script: () => ({ does: 'busy' }), audioPorts: AUDIO_PORTS })
  try {
    say(`${from} calls ${to} at ${at.host}:${at.port}`)
    let answered: () => void = () => {}
    const isUp = new Promise<'up'>((resolve) => (answered = () => resolve('up')))
    const call = phones.dial({
      from,
      to,
      exchange: at,
      onRinging: () => say(`${to} rings`),
      onAnswered: () => answered(),
    })
    if ((await Promise.race([isUp, call.ended])) === 'up') {
      say(`${to} answers`)
      await Promise.race([call.ended, talk(command, (keys) => call.pressKeys(keys), say)])
      await call.hangUp()
    }
    const end = await call.ended
    say(endOf(end, to))
    return end.outcome === 'answered' ? 0 : 1
  } finally {
    await phones.close()
  }
}

async function talk(
  { keys, from, afterMs, listenMs }: DialCommand,
  press: (keys: string) => Promise<void>,
  say: (line: string) => void,
) {
  await pause(afterMs)
  for (const some of keys.match(/,|[^,]+/g) ?? []) {
    if (some === ',') await pause(COMMA_MS)
    else {
      await press(some)
      say(`${from} has pressed ${some}`)
    }
  }
  await pause(listenMs)
}

const endOf = (end: CallEnd, to: string): string =>
  end.outcome === 'answered'
    ? `The call is over: ${end.hungUpBy === 'us' ? 'hung up' : `${to} has hung up`}`
    : `${to} did not answer: ${end.outcome}${end.reason === '' ? '' : ` (${end.reason})`}`
