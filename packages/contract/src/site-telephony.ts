import { type Static, Type } from 'typebox'
import { choice, flag, hidden, keyPattern, port, shaped, tenantRef } from './site-text.ts'

export const PHONE_BEHAVIOURS = ['answer', 'busy', 'no-answer', 'reject', 'snooze'] as const
const behaviour = (description: string) => choice(PHONE_BEHAVIOURS, description)

export const Line = Type.Object(
  {
    name: Type.Optional(
      shaped('name', 'Name that the line goes by. Default: its username, or the user of its uri'),
    ),
    uri: shaped('sipUri', "The line's own address at the exchange", {
      examples: ['sip:voice1@hotel.example'],
    }),
    username: Type.Optional(
      shaped('line', 'Name to log in with. Default: the user of the uri', { minLength: 1 }),
    ),
    password: Type.Optional(hidden('Password to log in with')),
    registrar: Type.Optional(
      shaped('host', "Where to register, with or without port. Default: the uri's host and port"),
    ),
    proxy: Type.Optional(
      shaped(
        'host',
        'Outbound proxy that calls and registrations pass first, with or without port. Default: none',
      ),
    ),
    transport: Type.Optional(
      choice(
        ['udp', 'tcp', 'tls'],
        'How the exchange is reached; a sips address always by tls. Default: udp',
      ),
    ),
    register: Type.Optional(flag('False for an exchange that trusts the address. Default: true')),
    expires: Type.Optional(
      shaped('duration', 'How long a registration is asked for; renewed well before. Default: 10m'),
    ),
    calls: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'How many calls the line carries at once. Default: 1',
      }),
    ),
    displayName: Type.Optional(
      shaped('line', 'Name shown on the phone that rings. Default: Wake-up', { maxLength: 64 }),
    ),
    assertedIdentity: Type.Optional(
      shaped(
        'identity',
        'Who calls, told to an exchange that trusts us (P-Asserted-Identity). Default: none',
      ),
    ),
    reliable: Type.Optional(
      choice(
        ['off', 'supported', 'required'],
        'Whether ringing may, or must, be told in a way that is acknowledged (100rel). Default: supported',
      ),
    ),
    codecs: Type.Optional(
      Type.Array(choice(['G722', 'PCMA', 'PCMU'], 'A codec; G722 is wideband'), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'Codecs that are offered and taken, the most wanted first. Default: PCMU, PCMA',
      }),
    ),
    inBandKeys: Type.Optional(
      flag('Tones in the audio count as keys, as from analogue phones. Default: false'),
    ),
    nat: Type.Optional(
      flag('Audio comes from behind a router: whoever speaks first is believed. Default: false'),
    ),
    redirects: Type.Optional(
      Type.Enum([0, 1, 2, 3], {
        type: 'integer',
        description: 'To how many other addresses of the exchange a call may be sent on (3xx). Default: 0',
      }),
    ),
    srtp: Type.Optional(
      choice(
        ['off', 'optional', 'required'],
        'Whether audio is encrypted, which needs transport tls: with phones that can, or not at all. Default: off',
      ),
    ),
    menu: Type.Optional(
      choice(
        ['guest', 'housekeeping', 'minibar', 'desk', 'main'],
        'What answers when somebody calls this line: main lets them choose among the others. Default: nothing',
      ),
    ),
    tenant: Type.Optional(tenantRef('line')),
  },
  { additionalProperties: false, description: 'A line at the telephone exchange' },
)
export type Line = Static<typeof Line>

export const VirtualPhones = Type.Object(
  {
    default: Type.Optional(behaviour('What a phone does. Default: answer')),
    rooms: Type.Optional(
      Type.Record(keyPattern('room'), behaviour('What the phone of this room does'), {
        additionalProperties: false,
        description: 'Rooms whose phones do something else',
      }),
    ),
  },
  { additionalProperties: false, description: 'The built-in phones of mode virtual' },
)
export type VirtualPhones = Static<typeof VirtualPhones>

const AudioPorts = Type.Object(
  {
    low: Type.Optional(port('The first. Default: 16384')),
    high: Type.Optional(port('The last. Default: 32767')),
  },
  {
    additionalProperties: false,
    description: 'UDP ports that audio comes and goes by; a change of them ends the calls that are up',
  },
)

const file = (description: string) => shaped('line', description, { minLength: 1, maxLength: 1_000 })

const TelephonyTls = Type.Object(
  {
    ca: Type.Optional(
      file(
        'Who vouches for the exchange, a file in PEM, by its whole path; left out, the public authorities',
      ),
    ),
    cert: Type.Optional(file('Our own certificate, a file in PEM; left out, none is shown')),
    key: Type.Optional(file('Its private key, a file in PEM')),
  },
  {
    additionalProperties: false,
    description:
      'Files for lines over tls, read at the start and at each change; certificates are always verified',
  },
)

export const Telephony = Type.Object(
  {
    mode: choice(
      ['virtual', 'sip'],
      'sip: the lines of an exchange; virtual: built-in phones for trying out',
    ),
    virtual: Type.Optional(VirtualPhones),
    port: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 65_534,
        description:
          'Port of this machine that SIP comes and goes by, over UDP and TCP alike; 0 takes any that is free. Default: 5062',
      }),
    ),
    bind: Type.Optional(
      shaped('ownAddress', 'Address of this machine that SIP and audio come and go by. Default: 0.0.0.0', {
        examples: ['10.0.0.5'],
      }),
    ),
    publicAddress: Type.Optional(
      shaped('ownHost', 'Where the exchange reaches us, if not at that address, as behind a router', {
        examples: ['198.51.100.7'],
      }),
    ),
    audioPorts: Type.Optional(AudioPorts),
    tls: Type.Optional(TelephonyTls),
    strangers: Type.Optional(
      choice(
        ['answer', 'ignore'],
        "Whether SIP from others than the lines' exchanges is answered. Default: answer",
      ),
    ),
    userAgent: Type.Optional(flag('Requests name the product and its version. Default: true')),
    lines: Type.Optional(Type.Array(Line, { maxItems: 1_000, description: 'Lines at the exchange' })),
  },
  { additionalProperties: false, description: 'How rooms are rung; left out, there are no lines' },
)
export type Telephony = Static<typeof Telephony>
