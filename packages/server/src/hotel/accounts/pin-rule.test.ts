import { describe, expect, it } from 'vitest'
import { mustBeFitPin } from './pin-rule.ts'

describe('a PIN', () => {
  it.each(['123456', '654321', '000000', '121212', '345678', '123123'])('is not %s', (pin) => {
    expect(() => mustBeFitPin(pin)).toThrow('among the commonest')
  })

  it.each(['271828', '140285', '906104'])('may be %s', (pin) => {
    expect(() => mustBeFitPin(pin)).not.toThrow()
  })
})
