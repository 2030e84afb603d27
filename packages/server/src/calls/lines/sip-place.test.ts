import { describe, expect, it } from 'vitest'
import { placeTrouble } from './sip-place.ts'

const failed = (code: string) => Object.assign(new Error(`bind ${code}`), { code })

describe('a place where nothing can come or go', () => {
  it.each([
    [
      'EADDRINUSE',
      'port 5062 is taken by another program on this machine (telephony.port says which port is ours)',
    ],
    ['EACCES', 'port 5062 may not be opened by this user (telephony.port)'],
    ['EADDRNOTAVAIL', '10.0.0.5 is not an address of this machine (telephony.bind)'],
    ['EMFILE', 'bind EMFILE'],
  ])('says why, and what to set (%s)', (code, words) => {
    expect(placeTrouble(failed(code), { bind: '10.0.0.5', port: 5_062 })).toBe(words)
  })
})
