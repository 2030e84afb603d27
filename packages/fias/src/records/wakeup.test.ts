import { describe, expect, it } from 'vitest'
import { parseRecord, recordText } from '../wire/record.ts'
import { wakeupAnswerRecord, wakeupRequest, wakeupRequestRecord } from './wakeup.ts'

const read = (text: string) => {
  const record = parseRecord(text)
  return record && wakeupRequest(record)
}

describe('a wake-up record that comes', () => {
  it.each([
    ['WR|RN101|DA260315|TI070000|', { kind: 'request', room: '101', date: '260315', time: '070000' }],
    ['WR|TI0659|DA260315|RN0101|', { kind: 'request', room: '0101', date: '260315', time: '0659' }],
    ['WC|RN101|DA260315|TI070000|', { kind: 'clear', room: '101', date: '260315', time: '070000' }],
    ['WC|RN101|DA|TI|', { kind: 'clear', room: '101', date: null, time: null }],
    ['WC|RN101|', { kind: 'clear', room: '101', date: null, time: null }],
    ['WC|RN101|DA260315|TI|', { kind: 'clear', room: '101', date: '260315', time: null }],
    ['WR|RN101|DA261131|TI250000|', { kind: 'request', room: '101', date: '261131', time: '250000' }],
  ])('%s', (text, request) => expect(read(text)).toEqual(request))

  it.each(['WR|RN101|DA|TI|', 'WR|RN101|DA260315|TI|', 'WR|DA260315|TI070000|', 'WC|DA260315|'])(
    'says too little: %s',
    (text) => expect(read(text)).toBeNull(),
  )
})

describe('a wake-up record that we send', () => {
  it('echoes date and time as they came', () => {
    const request = read('WR|RN101|DA260315|TI065937|')
    expect(request && recordText(wakeupRequestRecord(request))).toBe('WR|RN101|DA260315|TI065937|')
    const key = { room: '101', date: '260315', time: '065937' }
    expect(recordText(wakeupAnswerRecord(key, 'NR'))).toBe('WA|RN101|DA260315|TI065937|ASNR|')
  })

  it('has empty fields where a whole room is cleared', () => {
    expect(recordText(wakeupRequestRecord({ kind: 'clear', room: '101', date: null, time: null }))).toBe(
      'WC|RN101|DA|TI|',
    )
  })
})
