import { type Static, Type } from 'typebox'
import { choice, flag, hidden, keyPattern, port, shaped, tenantRef } from './site-text.ts'

export const PUSH_FORMATS = ['json', 'legacy-json', 'xml', 'jazz', 'form'] as const
// The link knows the same words; a test of the server, which knows both, holds them against each other.
export const FIAS_FAMILIES = ['CA', 'DL', 'EM', 'MB', 'MS', 'PB', 'PO', 'VI', 'VM', 'WW'] as const
export const FIAS_CODEPAGES = [
  'cp850',
  'cp437',
  'cp852',
  'cp1250',
  'cp1251',
  'cp1252',
  'cp1253',
  'cp1254',
  'iso-8859-1',
  'utf-8',
] as const

const ofDestinations = {
  name: shaped('name', 'Name that it goes by', { examples: ['bar'] }),
  retry: Type.Optional(
    Type.Array(shaped('duration', 'A wait'), {
      minItems: 1,
      maxItems: 50,
      description:
        'Waits between attempts; the last one repeats. Default: 5s, 5m, 30m, 2h, 5h, 10h, 14h, 20h, 24h',
    }),
  ),
  timeout: Type.Optional(
    shaped('duration', 'How long an answer is waited for. Default: 15s over http, 30s over FIAS'),
  ),
  disabled: Type.Optional(flag('Keep its messages but send none. Default: false')),
}

/** What can be told over http besides charges and room status. */
export const WEBHOOK_EVENTS = [
  'alarm.raised',
  'alarm.acknowledged',
  'alarm.over',
  'wakeup.answered',
  'wakeup.failed',
] as const

/** A proxy between us and those who are posted to. */
const viaProxy = {
  proxyUsername: Type.Optional(shaped('username', 'Name at the proxy. Default: none')),
  proxyPassword: Type.Optional(hidden('Password at the proxy')),
}

/** What connectors over http and room-status servers have in common. */
const overHttp = {
  url: shaped('url', 'Address that is posted to', { examples: ['http://10.0.0.5/charges'] }),
  format: Type.Optional(choice(PUSH_FORMATS, 'Format of the body. Default: json')),
  secret: Type.Optional(
    shaped(
      'webhookSecret',
      'Secret that signs each post, whsec_ and base64; left out, posts carry no signature',
      {
        writeOnly: true,
      },
    ),
  ),
  previousSecret: Type.Optional(
    shaped('webhookSecret', 'Secret that signs as well, while receivers change over to the new one', {
      writeOnly: true,
    }),
  ),
  previousSecretUntil: Type.Optional(
    shaped('moment', 'When the previous secret ends. Default: never', {
      examples: ['2026-11-15T07:00:00+01:00'],
    }),
  ),
  username: Type.Optional(shaped('username', 'Name for basic credentials')),
  password: Type.Optional(hidden('Password for basic credentials')),
  token: Type.Optional(hidden('Bearer token, instead of name and password')),
  headers: Type.Optional(
    Type.Record(keyPattern('headerName'), shaped('headerValue', 'Its value'), {
      additionalProperties: false,
      maxProperties: 50,
      description: 'Further headers of each post',
    }),
  ),
  proxy: Type.Optional(
    shaped('proxy', "Proxy that posts go through; none: straight there. Default: the site's", {
      examples: ['http://10.0.0.3:3128'],
    }),
  ),
  ...viaProxy,
  ca: Type.Optional(
    shaped(
      'pem',
      'Certificates of the authorities that may vouch for the receiver, in PEM, in place of the usual ones. Default: none',
    ),
  ),
  certificate: Type.Optional(
    shaped(
      'pem',
      'Certificate to show to the receiver, in PEM, the authorities between after it. Default: none',
    ),
  ),
  privateKey: Type.Optional(
    shaped('pem', 'Private key of this certificate, in PEM, without a pass phrase', { writeOnly: true }),
  ),
  parallel: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'Posts at one time, each for another room. Default: 16',
    }),
  ),
  events: Type.Optional(
    Type.Array(choice(WEBHOOK_EVENTS, 'What else is told'), {
      maxItems: WEBHOOK_EVENTS.length,
      uniqueItems: true,
      description: 'What is told besides, in the format json. Default: nothing',
      examples: [['wakeup.failed', 'alarm.raised']],
    }),
  ),
}

export const WebhookConnector = Type.Object(
  {
    type: Type.Literal('webhook', { description: 'Posts over http' }),
    ...ofDestinations,
    ...overHttp,
    negative: Type.Optional(
      flag(
        'A charge that is taken back is told as one of a quantity below zero, in formats other than json; otherwise it is a task for the desk. Default: false',
      ),
    ),
    tenant: Type.Optional(tenantRef('connector')),
  },
  { additionalProperties: false, description: 'Charges posted over http' },
)
export type WebhookConnector = Static<typeof WebhookConnector>

export const FiasConnector = Type.Object(
  {
    type: Type.Literal('fias', { description: 'A property system over FIAS' }),
    ...ofDestinations,
    host: shaped('host', 'Where the property system listens', { examples: ['10.0.0.6'] }),
    port: port('Its port'),
    mode: Type.Optional(
      choice(
        ['minibar', 'direct'],
        'minibar: article and count, the property system knows the price; direct: a total. Default: minibar',
      ),
    ),
    family: Type.Optional(choice(FIAS_FAMILIES, 'Interface family. Default: PB')),
    codepage: Type.Optional(choice(FIAS_CODEPAGES, 'Code page of texts. Default: cp850')),
    articles: Type.Optional(
      Type.Record(keyPattern('id'), shaped('article', 'Article number in the property system'), {
        additionalProperties: false,
        description: 'Item id to article number. Default: the id itself, if it has 1 to 4 digits',
      }),
    ),
    outlets: Type.Optional(
      Type.Record(keyPattern('id'), shaped('outlet', 'Sales outlet in the property system'), {
        additionalProperties: false,
        description: 'Category id to sales outlet. Default: none',
      }),
    ),
    decimals: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 3,
        description:
          'Decimals of a total in mode direct: 3 where the currency has three, as the Kuwaiti dinar. Default: 2',
      }),
    ),
    negative: Type.Optional(
      flag(
        'A charge that is taken back is posted as a total below zero, in mode direct and while its guest is known to be in the room; otherwise it is a task for the desk. Default: false',
      ),
    ),
    onUncertain: Type.Optional(
      choice(
        ['hold', 'resend'],
        'A posting that was sent and not answered: hold it for an operator, or resend it once, which may bill a guest twice. Default: hold',
      ),
    ),
    answers: Type.Optional(
      flag(
        'Whether it answers postings. false: one counts as delivered when it was written to the link, and nobody hears of one that it did not book. Default: true',
      ),
    ),
    wakeups: Type.Optional(flag('Exchange wake-up calls. Default: false')),
    sendWakeups: Type.Optional(
      flag(
        'With wake-up calls: tell it of calls that were made here, too, and of those that were taken back. Default: false',
      ),
    ),
    guests: Type.Optional(flag('Take check-in, check-out and room moves. Default: false')),
    authKey: Type.Optional(shaped('fiasKey', 'Key for link authentication', { writeOnly: true })),
    tenant: Type.Optional(tenantRef('connector')),
  },
  { additionalProperties: false, description: 'Charges posted to a property system over FIAS' },
)
export type FiasConnector = Static<typeof FiasConnector>

export const Connector = Type.Union([WebhookConnector, FiasConnector], {
  description: 'Where charges go',
})
export type Connector = Static<typeof Connector>

export const Server = Type.Object(
  {
    ...ofDestinations,
    ...overHttp,
    latestOnly: Type.Optional(
      flag('Of several changes of one room that still wait, send only the latest. Default: false'),
    ),
    tenant: Type.Optional(tenantRef('server')),
  },
  { additionalProperties: false, description: 'A server that room-status changes are pushed to' },
)
export type Server = Static<typeof Server>

export const Network = Type.Object(
  {
    allow: Type.Optional(
      Type.Array(shaped('address', 'An address, a network or a host name'), {
        maxItems: 1_000,
        description:
          'What pushes and connectors may reach besides the ordinary LAN and internet. Default: nothing',
        examples: [['127.0.0.1']],
      }),
    ),
    proxy: Type.Optional(
      shaped(
        'proxy',
        'Proxy that everything goes through that is posted over http, and the heartbeat. Default: none',
        {
          examples: ['http://10.0.0.3:3128'],
        },
      ),
    ),
    ...viaProxy,
    heartbeat: Type.Optional(
      shaped('url', 'Address of a monitor that is asked for every minute while the house is well', {
        examples: ['https://monitor.example/hotel'],
      }),
    ),
  },
  { additionalProperties: false, description: 'What may be reached, and who is told that all is well' },
)
export type Network = Static<typeof Network>

export const TrialRecord = Type.Object(
  {
    id: Type.String({ description: 'The webhook-id that the test message was sent under' }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Status of the answer, if there was one',
      examples: [200],
    }),
    ms: Type.Integer({ description: 'How long it took' }),
    text: Type.String({ description: 'The first 4 kB of the answer, or what went wrong' }),
    verdict: choice(
      ['delivered', 'later', 'refused', 'uncertain'],
      'What would become of a message that is answered like this',
    ),
    forbidden: Type.Boolean({
      description: 'Nothing was sent: its address may be reached only once `network.allow` names it',
    }),
  },
  { description: 'What came of a test message' },
)
export type TrialRecord = Static<typeof TrialRecord>
