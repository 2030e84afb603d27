import { describe, expect, it } from 'vitest'
import { linkProof, readKey } from './authentication.ts'

const KEY = 'GVDpVnl6qYlTQXQJZxXdbw=='
const IV = '3k57hsoHm04fGEyaA3+UVw=='

describe('link authentication', () => {
  it('gives the proof of the known vector', () => {
    const key = readKey(KEY) ?? new Uint8Array()
    expect(linkProof(key, { date: '170831', time: '102201' }, Buffer.from(IV, 'base64'))).toBe(
      `FidCryptAB;${IV}oNTebC0J36LY8GV9azyhzw==`,
    )
  })

  it.each([KEY, `FidCrypt0S|${KEY}`, `FidCrypt0S;${KEY}`, ` ${KEY}\n`])('takes the key as %j', (text) => {
    expect(Buffer.from(readKey(text) ?? []).toString('base64')).toBe(KEY)
  })

  it.each(['', 'secret', `${KEY}A`, 'FidCryptAB;'.concat(KEY), 'AAAA'])(
    'does not take %j for a key',
    (text) => {
      expect(readKey(text)).toBeNull()
    },
  )
})
