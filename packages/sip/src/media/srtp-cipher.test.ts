import { describe, expect, it } from 'vitest'
import { derive, sessionKeys } from './srtp-cipher.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** RFC 3711 B.3. */
describe('the keys of a session', () => {
  const key = bytes('E1F97A0D3E018BE0D64FA32C06DE4139')
  const salt = bytes('0EC675AD498AFEEBB6960B3AABE6')
  const hex = (label: number, count: number) => derive(key, salt, label, count).toString('hex').toUpperCase()

  it('are made of the master key as in RFC 3711 B.3', () => {
    expect(hex(0, 16)).toBe('C61E7A93744F39EE10734AFE3FF7A087')
    expect(hex(2, 14)).toBe('30CBBC08863D8C85D49DB34A9AE1')
    expect(hex(1, 94)).toBe(
      'CEBE321F6FF7716B6FD4AB49AF256A156D38BAA48F0A0ACF3C34E2359E6CDBCE' +
        'E049646C43D9327AD175578EF72270986371C10C9A369AC2F94A8C5FBCDDDC25' +
        '6D6E919A48B610EF17C2041E474035766B68642C59BBFC2F34DB60DBDFB2',
    )
  })

  it('are others for audio and for reports', () => {
    const master = Buffer.concat([key, salt]).toString('base64')
    const [audio, reports] = [sessionKeys(master, 'rtp'), sessionKeys(master, 'rtcp')]
    expect(Buffer.from(audio.key).toString('hex').toUpperCase()).toBe('C61E7A93744F39EE10734AFE3FF7A087')
    expect(audio.key).not.toEqual(reports.key)
    expect([audio.key.length, audio.salt.length, audio.auth.length]).toEqual([16, 14, 20])
  })
})
