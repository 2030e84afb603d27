import { describe, expect, it } from 'vitest'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { callerOf } from './caller.ts'

type Field = readonly [name: string, value: string]

const inviteWith = (...fields: readonly Field[]): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:700@10.0.0.9',
  headers: Headers.of(fields),
  body: NO_BODY,
})

const FROM: Field = ['From', '"Room 101" <sip:101@pbx.hotel>;tag=a']

describe('who calls', () => {
  it.each<[string, Field, string]>([
    ['a name and an address', FROM, '101'],
    ['an address without brackets', ['From', 'sip:101@pbx.hotel;tag=a'], '101'],
    ['an escaped number', ['From', '<sip:%31%30%31@pbx.hotel>;tag=a'], '101'],
    [
      'a telephone number with parameters',
      ['From', '<sip:101;phone-context=hotel@pbx;user=phone>;tag=a'],
      '101',
    ],
    ['a tel address', ['From', '<tel:+41-44-123;ext=1>;tag=a'], '+4144123'],
    ['an address without a user', ['From', '<sip:pbx.hotel>;tag=a'], ''],
    ['garbage', ['From', '<<>'], ''],
    ['a number with something unseen in it', ['From', '<sip:101%00abc@pbx.hotel>;tag=a'], ''],
  ])('is read from %s', (_, from, number) => {
    expect(callerOf(inviteWith(from)).from).toBe(number)
  })

  it.each<[string, readonly Field[], string | null]>([
    ['nothing', [], null],
    ['its address', [['P-Asserted-Identity', '"101" <sip:101@pbx.hotel>']], '101'],
    ['an address of either kind', [['P-Asserted-Identity', '<tel:101>, <sip:101@pbx.hotel>']], '101'],
    [
      'the sip address of two fields',
      [
        ['P-Asserted-Identity', '<sip:101@a>'],
        ['P-Asserted-Identity', '<tel:102>'],
      ],
      '101',
    ],
    ['the sip address that comes second', [['P-Asserted-Identity', '<tel:+41441>, <sips:101@a>']], '101'],
    ['a number beside an address without a user', [['P-Asserted-Identity', '<sip:pbx>, <tel:101>']], '101'],
    ['one address twice', [['P-Asserted-Identity', '<sip:101@a>, "101" <sips:%3101@b>']], '101'],
    ['one number twice', [['P-Asserted-Identity', '<tel:+41-441>, <tel:+41.441>']], '+41441'],
    ['two addresses', [['P-Asserted-Identity', '<sip:101@a>, <sip:102@a>']], null],
    ['two addresses, one of them safe', [['P-Asserted-Identity', '<sips:101@a>, <sip:102@a>']], null],
    ['two numbers', [['P-Asserted-Identity', '<tel:101>, <tel:102>']], null],
    ['two numbers beside an address', [['P-Asserted-Identity', '<sip:101@a>, <tel:101>, <tel:102>']], null],
    ['an address beside one that cannot be read', [['P-Asserted-Identity', '<sip:101@a>, <<>']], null],
    [
      'two fields that differ',
      [
        ['P-Asserted-Identity', '<sip:101@a>'],
        ['P-Asserted-Identity', '<sip:102@a>'],
      ],
      null,
    ],
    ['what cannot be read', [['P-Asserted-Identity', '"half <sip:101@a>']], null],
  ])('is asserted by the exchange with %s', (_, fields, number) => {
    expect(callerOf(inviteWith(FROM, ...fields)).asserted).toBe(number)
  })

  it.each<[boolean, string, readonly Field[]]>([
    [false, 'a plain call', [FROM]],
    [true, 'an anonymous From', [['From', '"Anonymous" <sip:anonymous@anonymous.invalid>;tag=a']]],
    [true, 'no number', [['From', '<sip:pbx.hotel>;tag=a']]],
    [true, 'Privacy: id', [FROM, ['Privacy', 'id']]],
    [true, 'Privacy: user;critical', [FROM, ['Privacy', 'user;critical']]],
    [false, 'Privacy: none', [FROM, ['Privacy', 'none']]],
  ])('is anonymous (%s) with %s', (isAnonymous, _, fields) => {
    expect(callerOf(inviteWith(...fields)).isAnonymous).toBe(isAnonymous)
  })

  it.each<[boolean, string, readonly Field[]]>([
    [false, 'nothing', []],
    [true, 'Diversion', [['Diversion', '<sip:205@pbx.hotel>;reason=unconditional']]],
    [true, 'an entry that was left', [['History-Info', '<sip:205@pbx?Reason=SIP%3Bcause%3D302>;index=1']]],
    [
      true,
      'an entry that was mapped',
      [['History-Info', '<sip:205@pbx>;index=1, <sip:700@pbx>;index=1.1;mp=1']],
    ],
    [
      false,
      'where a short code leads',
      [['History-Info', '<sip:*62@pbx>;index=1, <sip:700@pbx>;index=1.1;rc=1']],
    ],
    [true, 'a list that cannot be read', [['History-Info', '<sip:205@pbx>;index=1, "half']]],
    [true, 'an entry that cannot be read', [['History-Info', '<sip:700@pbx>;index=1, <<>;index=1.1']]],
    [true, 'an entry with parameters that cannot be read', [['History-Info', '<sip:205@pbx>;index=1;"mp=1']]],
    [true, 'an entry with an address that is none', [['History-Info', '<sip:205@@pbx>;index=1']]],
    [true, 'an entry of an unknown kind', [['History-Info', '<room:205>;index=1']]],
    [true, 'a telephone number with a cause', [['History-Info', '<tel:205;cause=302>;index=1']]],
    [
      false,
      'telephone numbers',
      [['History-Info', '<tel:+41-44-700>;index=1, <tel:700;phone-context=hotel>;index=1.1;rc=1']],
    ],
  ])('was forwarded (%s) with %s', (isForwarded, _, fields) => {
    expect(callerOf(inviteWith(FROM, ...fields)).isForwarded).toBe(isForwarded)
  })
})
