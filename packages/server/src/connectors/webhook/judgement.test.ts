import { describe, expect, it } from 'vitest'
import type { WebhookFormat } from './bodies/index.ts'
import { judgeReply } from './judgement.ts'

const kindOf = (format: WebhookFormat, status: number, text = '', whole = true) =>
  judgeReply(format, { status, text, whole }).kind

describe('an answer over HTTP', () => {
  it.each([200, 201, 202, 204, 299])('%i is delivered', (status) => {
    expect(kindOf('json', status, 'anything')).toBe('delivered')
  })

  it.each([400, 409, 413, 415, 422])('%i is refused, with the words of the receiver', (status) => {
    expect(judgeReply('json', { status, text: '\nno such room\nmore', whole: true })).toEqual({
      kind: 'refused',
      reason: `HTTP ${status}: no such room`,
    })
  })

  it('410 is refused and disables the destination', () => {
    expect(judgeReply('json', { status: 410, text: '', whole: true })).toEqual({
      kind: 'refused',
      reason: 'HTTP 410',
      disable: true,
    })
  })

  it.each([301, 302, 304, 307, 308, 401, 403, 404, 405, 408, 429, 500, 502, 503, 504, 599])(
    '%i is tried later',
    (status) => {
      expect(judgeReply('json', { status, text: '', whole: true })).toEqual({ kind: 'later' })
      expect(judgeReply('json', { status, text: '', whole: true, afterMs: 7_000 })).toEqual({
        kind: 'later',
        afterMs: 7_000,
      })
    },
  )
})

describe('a 200 to one of the older formats', () => {
  it.each<[WebhookFormat, string, string]>([
    ['xml', '', 'delivered'],
    ['xml', ' \r\n', 'delivered'],
    ['xml', '<room_status><room number="101" result="0"/></room_status>', 'delivered'],
    ['xml', "<room number='101' result = '0'/>", 'delivered'],
    ['xml', '<room number="101" result="1"/>', 'later'],
    ['xml', '<room result="0"/><room result="1"/>', 'later'],
    ['xml', '<room result="10"/>', 'later'],
    ['xml', '<room number="101"/>', 'later'],
    ['xml', '<html>Please log in</html>', 'later'],
    ['jazz', '<room result="0"/></xml>', 'delivered'],
    ['jazz', '<room result="1"/></xml>', 'later'],
    ['jazz', 'OK', 'later'],
    ['legacy-json', '{"room_status":{"room":[{"number":"101","result":1}]}}', 'later'],
    ['legacy-json', '{"room_status":{"room":[{"number":"101","result":"0"}]}}', 'delivered'],
    ['legacy-json', 'OK', 'delivered'],
    ['legacy-json', '{"result":200}', 'delivered'],
    ['legacy-json', '{"room":[{"result":0},{"result":1}]}', 'later'],
    ['form', 'number=101&result=1', 'later'],
    ['form', 'OK', 'delivered'],
    ['form', 'result=0', 'delivered'],
    ['json', '<room result="1"/>', 'delivered'],
  ])('%s: %s is %s', (format, text, kind) => {
    expect(kindOf(format, 200, text)).toBe(kind)
  })

  it('that broke off before its result is tried later', () => {
    expect(kindOf('xml', 200, '', false)).toBe('later')
    expect(kindOf('xml', 200, '<room result="0"', false)).toBe('delivered')
    expect(kindOf('json', 200, '', false)).toBe('delivered')
  })
})
