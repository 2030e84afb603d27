import type { LineRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { fieldsOf, isOther, lineAs, lineOf, NO_LINE, savingOf } from './line.ts'

const SAVED: LineRecord = {
  name: '9001',
  uri: 'sip:9001@pbx.example',
  registrar: 'pbx.example:5070',
  username: 'voice',
  calls: 2,
  register: true,
  menu: 'guest',
  passwordSet: true,
  tenant: '',
}
const WRITTEN = fieldsOf(SAVED)

describe('a line as the setup shows it', () => {
  it('is the one that is saved, without its secret', () => {
    expect(WRITTEN).toEqual({
      server: 'pbx.example:5070',
      extension: '9001',
      authName: 'voice',
      secret: '',
      calls: '2',
      registers: true,
    })
  })

  it('has the exchange of its address where nothing else is said, and the defaults', () => {
    expect(
      fieldsOf({
        name: 'tower',
        uri: 'sips:9001@10.0.0.5:5071;transport=tls',
        passwordSet: false,
        tenant: '',
      }),
    ).toEqual({
      ...NO_LINE,
      server: '10.0.0.5:5071',
      extension: '9001',
      calls: '1',
    })
  })

  it('goes by its extension while nothing is saved', () => {
    expect(lineOf({ ...NO_LINE, server: ' 10.0.0.5:5070 ', extension: ' 9001 ', secret: 's' })).toEqual({
      name: '9001',
      uri: 'sip:9001@10.0.0.5',
      registrar: '10.0.0.5:5070',
      password: 's',
      calls: 2,
      register: true,
    })
  })
})

describe('what is saved of a line', () => {
  it.each([
    ['nothing at all', {}, {}],
    ['its secret', { secret: 'new' }, { password: 'new' }],
    ['its sign-in', { registers: false }, { register: false }],
    ['how many calls it carries', { calls: '4' }, { calls: 4 }],
    ['its login name, which goes', { authName: '' }, { username: null }],
    [
      'its exchange',
      { server: 'other.example' },
      { uri: 'sip:9001@other.example', registrar: 'other.example' },
    ],
  ])('is %s', (_, some, body) => {
    expect(savingOf(SAVED, { ...WRITTEN, ...some })).toEqual({ is: 'change', name: '9001', body })
  })

  it('is another line, in the place of the one before, where it goes by its extension', () => {
    const { passwordSet: _, tenant: __, ...others } = SAVED
    expect(savingOf(SAVED, { ...WRITTEN, extension: '9002', secret: 's' })).toEqual({
      is: 'replace',
      name: '9001',
      body: {
        ...others,
        name: '9002',
        uri: 'sip:9002@pbx.example',
        registrar: 'pbx.example:5070',
        password: 's',
      },
    })
  })

  it('is the address alone where the line has a name of its own', () => {
    const saving = savingOf({ ...SAVED, name: 'tower' }, { ...WRITTEN, extension: '9002' })
    expect(saving).toEqual({
      is: 'change',
      name: 'tower',
      body: { uri: 'sip:9002@pbx.example', registrar: 'pbx.example:5070' },
    })
  })

  it('is all of it where nothing is saved', () => {
    const fields = { ...NO_LINE, server: 'pbx', extension: '9001' }
    expect(savingOf(null, fields)).toEqual({ is: 'add', body: lineOf(fields) })
  })
})

it('is tried as it would stand, under the name whose secret is stored', () => {
  expect(lineAs(SAVED, { ...WRITTEN, authName: '', calls: '3' })).toEqual({
    name: '9001',
    uri: SAVED.uri,
    registrar: SAVED.registrar,
    calls: 3,
    register: true,
    menu: 'guest',
  })
})

it('tells whether anything of it was changed', () => {
  expect(isOther(WRITTEN, { ...WRITTEN })).toBe(false)
  expect(isOther(WRITTEN, { ...WRITTEN, calls: '3' })).toBe(true)
})
