import * as fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { branchFor, coerce } from './coerce.ts'
import { Connector, SiteFile } from './site.ts'

const number = Type.Object({ max: Type.Integer(), share: Type.Number() })
const nested = Type.Object({
  snooze: Type.Object({ limit: Type.Integer() }),
  days: Type.Array(Type.Integer()),
})
const rooms = Type.Union([Type.Literal('mailboxes'), Type.Array(Type.String())])
const mapping = Type.Record(Type.String({ pattern: '^\\d+$' }), Type.Integer(), {
  additionalProperties: false,
})

describe('coerce makes of text what the schema means', () => {
  it.each([
    ['whole numbers', Type.Integer(), '5', 5],
    ['whole numbers below nothing', Type.Integer(), '-12', -12],
    ['whole numbers with leading zeros', Type.Integer(), '007', 7],
    ['minus nothing', Type.Integer(), '-0', 0],
    ['decimals', Type.Number(), '4.50', 4.5],
    ['true', Type.Boolean(), 'true', true],
    ['1', Type.Boolean(), '1', true],
    ['false', Type.Boolean(), 'false', false],
    ['0', Type.Boolean(), '0', false],
    ['a number where text is meant', Type.String(), 101, '101'],
    ['a list parted by commas', Type.Array(Type.String()), ' 101, 102,,', ['101', '102']],
    ['a list of numbers', Type.Array(Type.Integer()), '1,2', [1, 2]],
    ['an empty list', Type.Array(Type.String()), '', []],
    ['a list as JSON', Type.Array(Type.Integer()), '["1", 2]', [1, 2]],
    ['a list that only begins like JSON', Type.Array(Type.String()), '[::1],10.0.0.1', ['[::1]', '10.0.0.1']],
    [
      'an object as JSON',
      nested,
      '{"snooze":{"limit":"2"},"days":"1,2"}',
      { snooze: { limit: 2 }, days: [1, 2] },
    ],
    ['fields of objects', number, { max: '5', share: '0.5' }, { max: 5, share: 0.5 }],
    ['JSON inside a form', nested, { snooze: '{"limit":"2"}' }, { snooze: { limit: 2 } }],
    ['values of maps', mapping, { 10: '1450', x: '1' }, { 10: 1450, x: '1' }],
    ['a fixed word of a union', rooms, 'mailboxes', 'mailboxes'],
    ['the list of a union', rooms, ['101', 102], ['101', '102']],
    ['the first branch that fits', Type.Union([Type.Integer(), Type.String()]), '5', 5],
    ['the next branch that fits', Type.Union([Type.Integer(), Type.String()]), 'five', 'five'],
    ['enumerations of words', Type.Enum(['a', 'b'], { type: 'string' }), 'a', 'a'],
  ])('%s', (_, schema, value, expected) => expect(coerce(schema, value)).toEqual(expected))
})

describe('coerce leaves alone what does not fit, so that validation names it', () => {
  it.each([
    ['words for numbers', Type.Integer(), 'five'],
    ['decimals for whole numbers', Type.Integer(), '4.5'],
    ['numbers too long to be exact', Type.Integer(), '1234567890123456'],
    ['exponents', Type.Number(), '1e3'],
    ['numbers with spaces', Type.Integer(), ' 5'],
    ['yes', Type.Boolean(), 'yes'],
    ['TRUE', Type.Boolean(), 'TRUE'],
    ['a fraction where text is meant', Type.String(), 4.5],
    ['truth where text is meant', Type.String(), true],
    ['a number where a list is meant', Type.Array(Type.String()), 5],
    ['text where an object is meant', nested, 'x'],
    ['broken JSON', nested, '{"snooze":'],
    ['null', nested, null],
    ['what no branch fits', Type.Union([Type.Integer(), Type.Boolean()]), 'x'],
    ['what no schema describes', {}, 'x'],
    ['unknown fields', number, { other: '5' }],
  ])('%s', (_, schema, value) => expect(coerce(schema, value)).toEqual(value))
})

describe('a union', () => {
  it('of connectors goes by the type', () => {
    const fias = { name: 'pms', type: 'fias', host: 'pms', port: '5010', wakeups: '1' }
    expect(coerce(Connector, fias)).toEqual({ ...fias, port: 5010, wakeups: true })
    expect(coerce(Connector, JSON.stringify(fias))).toEqual({ ...fias, port: 5010, wakeups: true })
  })

  it('takes the kind of object that fits whole before one that lacks something', () => {
    const mailbox = SiteFile.properties.mailboxes.items
    expect(branchFor(mailbox.anyOf, { range: '1-2' })).toBe(mailbox.anyOf[1])
    expect(branchFor(mailbox.anyOf, { name: 'x' })).toBe(mailbox.anyOf[0])
  })

  it('has no branch for a type that nobody knows', () => {
    expect(branchFor(Connector.anyOf, { type: 'telex' })).toBeUndefined()
  })
})

describe('coerce is safe', () => {
  it('does not touch what it is given', () => {
    const given = Object.freeze({ snooze: Object.freeze({ limit: '2' }), days: Object.freeze(['1']) })
    expect(coerce(nested, given)).toEqual({ snooze: { limit: 2 }, days: [1] })
  })

  it('takes objects without a prototype', () => {
    const given: unknown = Object.assign(Object.create(null), { max: '5' })
    expect(coerce(number, given)).toEqual({ max: 5 })
  })

  it('drops __proto__, from fields and from JSON', () => {
    const given = '{"snooze":{"__proto__":{"polluted":1},"limit":"1"},"__proto__":{"polluted":1}}'
    const result = coerce(nested, given)
    expect(JSON.stringify(result)).toBe('{"snooze":{"limit":1}}')
    expect('polluted' in {}).toBe(false)
  })

  it('takes words of Object.prototype for unknown fields', () => {
    expect(coerce(number, { constructor: '5', toString: '5' })).toEqual({ constructor: '5', toString: '5' })
  })

  it('never throws, whatever arrives', () => {
    const schemas = [SiteFile, Connector, number, nested, rooms, mapping, Type.Integer(), Type.Boolean(), {}]
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true })
    fc.assert(
      fc.property(fc.constantFrom<object>(...schemas), fc.oneof(anything, fc.json()), (schema, value) => {
        expect(() => coerce(schema, value)).not.toThrow()
      }),
      { numRuns: 2_000 },
    )
  })

  it('changes nothing when it is done twice', () => {
    const field = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('0', '1', 'true', '5', '{}', '[]'),
    )
    const form = fc.record({ max: field, share: field, snooze: field, days: field })
    fc.assert(
      fc.property(fc.constantFrom(number, nested), form, (schema, value) => {
        const once = coerce(schema, value)
        expect(coerce(schema, once)).toEqual(once)
      }),
    )
  })
})
