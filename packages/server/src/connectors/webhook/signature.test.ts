import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { signaturesOf } from './signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const VECTOR = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: Buffer.from('{"test": 2432232314}'),
}

describe('a signature', () => {
  it('is the one that Standard Webhooks gives as an example', () => {
    expect(signaturesOf([SECRET], VECTOR)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('is made for each of two secrets, and a receiver that knows either accepts it', () => {
    const timestamp = Math.floor(systemClock().now() / 1_000)
    const signature = signaturesOf([SECRET, OTHER], { ...VECTOR, timestamp })
    const headers = {
      'webhook-id': VECTOR.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    }
    const body = VECTOR.body.toString()

    expect(new Webhook(SECRET).verify(body, headers)).toEqual({ test: 2_432_232_314 })
    expect(new Webhook(OTHER).verify(body, headers)).toEqual({ test: 2_432_232_314 })
    expect(() => new Webhook(SECRET).verify(body.replace('2', '3'), headers)).toThrow(/No matching signature/)
  })

  it('covers the bytes as they are, also those that are not UTF-8', () => {
    const one = signaturesOf([SECRET], { ...VECTOR, body: Buffer.from('Küche', 'latin1') })
    const other = signaturesOf([SECRET], { ...VECTOR, body: Buffer.from('K\ufffdche') })

    expect(one).not.toBe(other)
  })
})
