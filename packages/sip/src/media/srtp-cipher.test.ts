import { describe, expect, it } from 'vitest'
import { derive, SrtpCipher, sessionKeys } from './srtp-cipher.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** RFC 3711 B.2; its salt is written with the two bytes of the counter behind it. */
describe('the keystream of a key', () => {
  const cipher = new SrtpCipher({
    key: bytes('2B7E151628AED2A6ABF7158809CF4F3C'),
    salt: bytes('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'),
    auth: bytes('00'.repeat(20)),
  })

  it('is that of RFC 3711 B.2', () => {
    const stream = Buffer.from(cipher.keystream(48, 0, 0))
      .toString('hex')
      .toUpperCase()
    expect(stream.slice(0, 32)).toBe('E03EAD0935C95E80E166B16DD92B4EB4')
    expect(stream.slice(32, 64)).toBe('D23513162B02D0F72A43A2FE4A5F97AB')
    expect(stream.slice(64, 96)).toBe('41E95B3BB0A2E8DD477901E4FCA894C0')
  })

  it('is another for each source and each packet', () => {
    const streams = [cipher.keystream(16, 0, 0), cipher.keystream(16, 1, 0), cipher.keystream(16, 0, 1)]
    const rounds = [cipher.keystream(16, 0, 0x1_0000), cipher.keystream(16, 0, 0x1_0000_0000)]
    expect(new Set([...streams, ...rounds].map((one) => Buffer.from(one).toString('hex'))).size).toBe(5)
  })

  it('is as long as asked for, and nothing for nothing', () => {
    expect(cipher.keystream(0, 0, 0)).toHaveLength(0)
    const text = bytes('00'.repeat(20))
    cipher.apply(text, 0, 0)
    expect(text.toString('hex').toUpperCase()).toBe('E03EAD0935C95E80E166B16DD92B4EB4D2351316')
  })
})

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
