import { BasketForm, ChargeForm, MetricsSettings, WakeupForm, WakeupUpdate } from '@reveille/contract'
import * as fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { isPlainText } from './form.ts'
import { checked, validatorCompiler } from './validation.ts'

interface Verdict {
  readonly value?: unknown
  readonly error?: Failure
}

function judge(schema: object, data: unknown, { part = 'body', ignore = false } = {}): Verdict {
  const compile = validatorCompiler({ ignoreUnknownFields: () => ignore })
  const validate = compile({ schema, method: 'POST', url: '/', httpPart: part }) as (data: unknown) => Verdict
  return validate(data)
}

const Nested = Type.Object(
  {
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    retry: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9]+s$', description: 'A wait' }))),
    email: Type.Optional(Type.Object({ from: Type.String() }, { additionalProperties: false })),
    mode: Type.Optional(Type.Enum(['virtual', 'sip'], { type: 'string' })),
  },
  { additionalProperties: false },
)

const charge = { id: '10', quantity: '2', room: '101' }

describe('what a form says is taken as the schema means it', () => {
  it.each<[string, object, unknown, unknown]>([
    ['a number in text', ChargeForm, charge, { id: '10', quantity: 2, room: '101' }],
    [
      'text as a number',
      ChargeForm,
      { id: 10, quantity: 2, room: 101 },
      { id: '10', quantity: 2, room: '101' },
    ],
    [
      '1 and 0',
      WakeupForm,
      { room: '101', daily: '1', confirm: '0' },
      { room: '101', daily: true, confirm: false },
    ],
    [
      'true and false',
      WakeupForm,
      { room: '101', daily: 'true', confirm: 'false' },
      { room: '101', daily: true, confirm: false },
    ],
    ['a list with commas', Nested, { retry: '5s, 30s' }, { retry: ['5s', '30s'] }],
    ['an object in JSON', Nested, { email: '{"from":"a@b"}' }, { email: { from: 'a@b' } }],
    ['nothing at all', Nested, null, {}],
  ])('%s', (_, schema, data, value) => {
    expect(judge(schema, data)).toEqual({ value })
  })
})

describe('what is wrong is told in one sentence that names the field', () => {
  it.each<[object, unknown, string]>([
    [ChargeForm, null, 'The field id is missing'],
    [ChargeForm, { ...charge, quantity: 'two' }, 'The field quantity must be a whole number (How many)'],
    [ChargeForm, { ...charge, quantity: '1.5' }, 'The field quantity must be a whole number (How many)'],
    [ChargeForm, { ...charge, quantity: 0 }, 'The field quantity must be at least 1 (How many)'],
    [
      ChargeForm,
      { ...charge, quantity: 1e15 },
      'The field quantity must be at most 999999999999999 (How many)',
    ],
    [ChargeForm, { ...charge, room: '' }, 'The field room must not be empty (Room number)'],
    [
      ChargeForm,
      { ...charge, room: 'x'.repeat(21) },
      'The field room must have at most 20 characters (Room number)',
    ],
    [ChargeForm, { ...charge, room: null }, 'The field room must be of type string (Room number)'],
    [ChargeForm, { ...charge, id: 'cola' }, 'The field id must be an id of digits (Item id)'],
    [Nested, { mode: 'analogue' }, 'The field mode must be one of virtual, sip'],
    [Nested, { retry: ['5s', 'soon'] }, 'The field retry.1 is not of the right form'],
    [Nested, { email: {} }, 'The field email.from is missing'],
    [
      BasketForm,
      { room: '101', items: [] },
      'The field items must not be empty (What is charged; a form gives it as JSON text)',
    ],
    [
      MetricsSettings,
      { token: 'short' },
      'The field token must have at least 16 characters (Bearer token that opens /metrics to a monitor, of 16 characters at least)',
    ],
    [
      WakeupUpdate,
      { result: 7 },
      'The field result must be at most 6 (Outcome set by an operator, 1 for complete)',
    ],
  ])('%#', (schema, data, sentence) => {
    expect(judge(schema, data).error).toMatchObject({ code: 'parameter.invalid', message: sentence })
  })

  it.each<[unknown, string, string]>([
    [
      { ...charge, quantitiy: 1 },
      'quantitiy',
      'The field "quantitiy" is not known here; known are id, quantity, room',
    ],
    [
      { ...charge, 'a[b][c]': 1 },
      'a[b][c]',
      'The field "a[b][c]" is not known here; known are id, quantity, room',
    ],
    [
      { ...charge, constructor: 1 },
      'constructor',
      'The field "constructor" is not known here; known are id, quantity, room',
    ],
  ])('an unknown field: %#', (data, field, sentence) => {
    expect(judge(ChargeForm, data).error).toMatchObject({
      code: 'parameter.unknown',
      message: sentence,
      detail: { field },
    })
  })

  it('an unknown field within a field', () => {
    const { error } = judge(Nested, { email: { from: 'a@b', to: 'c@d' } })
    expect(error).toMatchObject({
      code: 'parameter.unknown',
      message: 'The field "email.to" is not known here',
    })
  })

  it('an unknown field of any length is told shortly', () => {
    expect(judge(Nested, { ['x'.repeat(100_000)]: 1 }).error?.message.length).toBeLessThan(300)
  })
})

describe('a field that would reach for a prototype', () => {
  const pollution = JSON.parse('{"__proto__":{"admin":true},"id":"10","quantity":1,"room":"101"}') as unknown

  it('is refused like any unknown one', () => {
    expect(judge(ChargeForm, pollution).error).toMatchObject({
      code: 'parameter.unknown',
      detail: { field: '__proto__' },
    })
  })

  it('is dropped where unknown fields are', () => {
    const { value } = judge(ChargeForm, pollution, { ignore: true })
    expect(value).toEqual({ id: '10', quantity: 1, room: '101' })
    expect(Reflect.get(value as object, 'admin') ?? Reflect.get({}, 'admin')).toBeUndefined()
  })
})

describe('control characters', () => {
  it.each<[string, object, unknown]>([
    ['that JSON within a form spells', Nested, { email: String.raw`{"from":"a\u0000@b"}` }],
    [
      'in a list that JSON within a form spells',
      Type.Object({ list: Type.Array(Type.String()) }),
      { list: String.raw`["a\nb"]` },
    ],
    ['in a name that JSON within a form spells', Nested, { headers: String.raw`{"a\rb":"c"}` }],
    ['as half a character', Nested, { email: { from: '\ud800' } }],
  ])('%s are refused', (_, schema, data) => {
    expect(judge(schema, data).error).toMatchObject({ code: 'parameter.invalid' })
  })

  it('in a part of the path are refused', () => {
    const Key = Type.Object({ id: Type.String() })
    expect(judge(Key, { id: 'a\0b' }, { part: 'params' }).error).toMatchObject({ code: 'parameter.invalid' })
  })
})

describe('a site with older clients', () => {
  it('takes a form with fields that nobody knows, and leaves them out', () => {
    const data = { ...charge, terminal: '7' }
    expect(judge(ChargeForm, data, { ignore: true })).toEqual({ value: { ...charge, quantity: 2 } })
    expect(judge(ChargeForm, data, { ignore: true, part: 'querystring' })).toEqual({
      value: { ...charge, quantity: 2 },
    })
  })

  it('still refuses what is wrong', () => {
    expect(judge(ChargeForm, { ...charge, quantity: 'x' }, { ignore: true }).error).toBeInstanceOf(Failure)
    expect(judge(ChargeForm, { id: '10' }, { ignore: true }).error).toBeInstanceOf(Failure)
  })
})

it('a whole object is checked like a request', () => {
  expect(checked(Nested, { retry: '5s' })).toEqual({ retry: ['5s'] })
  expect(() => checked(Nested, { retry: 'soon' })).toThrow('The field retry.0 is not of the right form')
})

it('anything at all is either what the schema means or refused in words that can be shown', () => {
  const data = fc.oneof(
    fc.anything(),
    fc.dictionary(fc.constantFrom('room', 'id', 'quantity', 'prompt'), fc.anything()),
  )
  fc.assert(
    fc.property(data, fc.constantFrom('body', 'querystring', 'params'), (given, part) => {
      const { value, error } = judge(ChargeForm, given, { part })
      const meant = error === undefined && typeof Reflect.get(Object(value), 'room') === 'string'
      expect(meant || (isFailure(error) && isPlainText(error.message))).toBe(true)
    }),
  )
})
