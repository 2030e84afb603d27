import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { checkSignature } from './signature-check.ts'
import { hmacOf, signaturesOf } from './signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BEFORE = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const OTHER = 'whsec_dGhpcyBpcyBhbm90aGVyIHNlY3JldCBpbmRlZWQh'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
const NOW = MESSAGE.timestamp * seconds(1)
const CONFIG = { url: 'http://10.0.0.5/charges', secret: SECRET, previousSecret: BEFORE }

const bytes = (body: string = MESSAGE.body) => ({ ...MESSAGE, body: Buffer.from(body) })
const claim = (signature: string, more: Partial<typeof MESSAGE> = {}) => ({ ...MESSAGE, ...more, signature })
const by = (secret: string) => signaturesOf([secret], bytes())
const check = (signature: string, more: Partial<typeof MESSAGE> = {}, config: object = {}) =>
  checkSignature({ ...CONFIG, ...config }, claim(signature, more), NOW)

describe('a signature that is held against the secrets of a destination', () => {
  it('fits the one that made it', () => {
    expect(check(by(SECRET))).toEqual({ fits: 'current', why: null, inTime: true })
    expect(check(by(BEFORE))).toEqual({ fits: 'previous', why: null, inTime: true })
    expect(check(`v1,${'A'.repeat(43)}= v1a,other ${by(SECRET)}`).fits).toBe('current')
  })

  it('fits no secret that has ended', () => {
    const ended = { previousSecretUntil: '2021-02-25T00:00:00Z' }
    expect(check(by(BEFORE), {}, ended)).toMatchObject({ fits: null, why: 'other' })
  })

  it.each([
    ['made with another secret', check(by(OTHER)), 'other'],
    ['made of another message', check(by(SECRET), { id: 'msg_other' }), 'other'],
    ['made at another time', check(by(SECRET), { timestamp: MESSAGE.timestamp + 1 }), 'other'],
    ['written in hexadecimal', check(hmacOf(Buffer.from(SECRET), bytes()).toString('hex')), 'form'],
    ['written without its version', check(by(SECRET).slice(3)), 'form'],
    [
      'made with the text of the secret',
      check(`v1,${hmacOf(Buffer.from(SECRET), bytes()).toString('base64')}`),
      'secret',
    ],
    [
      'made with the text of the secret behind its mark',
      check(`v1,${hmacOf(Buffer.from(SECRET.slice(6)), bytes()).toString('base64')}`),
      'secret',
    ],
    ['of a body that got a line end', check(by(SECRET), { body: `${MESSAGE.body}\n` }), 'body'],
    ['of a body that lost its line end', check(signaturesOf([SECRET], bytes(`${MESSAGE.body}\n`))), 'body'],
    ['of a body that was read as JSON', check(signaturesOf([SECRET], bytes('{"test":2432232314}'))), 'body'],
    [
      'asked for where nothing is signed',
      check(by(SECRET), {}, { secret: undefined, previousSecret: undefined }),
      'unsigned',
    ],
    [
      'asked for where the key of the installation is lost',
      check(by(SECRET), {}, { secret: 'safe:v1:AAAA' }),
      'unreadable',
    ],
  ])('%s: that is said', (_, verdict, why) => {
    expect(verdict).toEqual({ fits: null, why, inTime: true })
  })

  it('says beside it whether a receiver would still take it', () => {
    const at = (ms: number) => checkSignature(CONFIG, claim(by(SECRET)), NOW + ms)
    expect(at(minutes(5))).toMatchObject({ fits: 'current', inTime: true })
    expect(at(minutes(5) + 1)).toMatchObject({ fits: 'current', inTime: false })
    expect(at(-minutes(5) - 1)).toMatchObject({ fits: 'current', inTime: false })
  })
})
