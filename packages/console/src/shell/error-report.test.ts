import { describe, expect, it } from 'vitest'
import { errorReport } from './error-report.ts'

const broken = (message: string, stack: string) => Object.assign(new Error(message), { stack })

describe('the report of a page that broke', () => {
  it('is one line, however many its stack has', () => {
    const error = broken('x is\nundefined', 'TypeError: x\n    at Page (a.js:1)\r\n    at App\t(b.js:2)')
    expect(errorReport(error, '/today', '7')).toEqual({
      build: '7',
      page: '/today',
      message: 'x is | undefined',
      stack: 'TypeError: x | at Page (a.js:1) | at App | (b.js:2)',
    })
  })

  it('is no longer than the server takes, and ends in a whole character', () => {
    const { message, stack } = errorReport(broken(`a${'🛎'.repeat(600)}`, 'b'.repeat(9_000)), '/', '7')
    expect([message.length, stack.length]).toEqual([999, 8_000])
    expect(message).not.toMatch(/\p{Cs}/u)
  })
})
