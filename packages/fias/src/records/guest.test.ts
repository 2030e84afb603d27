import { describe, expect, it } from 'vitest'
import { guestEvent, languageOfCode } from './guest.ts'
import { parseRecord } from '../wire/record.ts'

const read = (text: string) => {
  const record = parseRecord(text)
  return record && guestEvent(record)
}

describe('a guest record', () => {
  it('tells of a check-in', () => {
    expect(read('GI|RN0101|G#4711|GSN|GNMüller|GLGE|GV1|GD261115|NPY|')).toEqual({
      kind: 'check-in',
      resync: false,
      room: '0101',
      reservation: '4711',
      shared: false,
      name: 'Müller',
      language: 'de',
      vip: true,
      departure: '261115',
      noPost: true,
    })
  })

  it('tells of a check-out, and whether others stay', () => {
    expect(read('GO|RN101|G#4711|GSY|')).toMatchObject({
      kind: 'check-out',
      room: '101',
      shared: true,
      resync: false,
    })
  })

  it('says nothing of what was not sent', () => {
    expect(read('GI|RN101|')).toMatchObject({
      reservation: null,
      shared: null,
      name: null,
      language: null,
      vip: null,
      departure: null,
      noPost: null,
    })
  })

  it('is part of a resync when it is flagged', () => {
    expect([read('GI|RN101|G#1|GSN|SF|'), read('GO|RN101|SF|')]).toMatchObject([
      { resync: true },
      { resync: true },
    ])
  })

  it.each([
    ['GC|RN102|GSN|RO101|GSY|', false, true],
    ['GC|G#4711|RN102|GSN|DA260314|RO101|GSY|TI124254|', false, true],
    ['GC|RO101|GSY|RN102|GSN|', false, true],
    ['GC|GSN|GSY|RN102|RO101|', false, true],
    ['GC|RN102|RO101|GSN|GSY|', false, true],
    ['GC|RO101|RN102|GSY|', true, null],
    ['GC|RN102|RO101|', null, null],
  ])('tells of a room move, and who shares which room: %s', (text, shared, sharedBefore) => {
    expect(read(text)).toMatchObject({ kind: 'change', room: '102', from: '101', shared, sharedBefore })
  })

  it.each(['GC|RN102|GNNew|', 'GC|RN102|RO|', 'GC|RN102|RO102|'])(
    'tells of a change without a move: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'change', room: '102', from: null })
    },
  )

  it.each(['GI|G#1|', 'GO|RN|', 'GC|RO101|'])('without a room says too little: %s', (text) => {
    expect(read(text)).toBeNull()
  })

  it.each([
    ['GV0', false],
    ['GVN', false],
    ['GV', false],
    ['GV3', true],
    ['GVY', true],
  ])('%s tells whether the guest is a VIP: %s', (field, vip) => {
    expect(read(`GI|RN1|${field}|`)).toMatchObject({ vip })
  })
})

describe('a language', () => {
  it.each([
    ['EA', 'en'],
    ['FR', 'fr'],
    ['GE', 'de'],
    ['IT', 'it'],
    ['JA', 'ja'],
    ['SP', 'es'],
    ['de', 'de'],
    ['PT', 'pt'],
    ['sl', 'sl'],
    ['pt-br', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['X', null],
    ['../..', null],
    ['en', 'en'],
    ['XX', null],
    ['', null],
    [null, null],
  ])('%s is %s', (code, language) => expect(languageOfCode(code)).toBe(language))
})
