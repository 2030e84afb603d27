import { SiteFile } from '@reveille/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mistakesWithin } from './site-checks.ts'
import { expandMailboxes, formatMistake, parseSiteFile } from './parse-site-file.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SAMPLE = `site: { name: Grand Hotel, company: Example Hospitality, timezone: Europe/Zurich, language: en }
tenants: [{ id: 6f9619ff-8b86-d011-b42d-00cf4fc964ff, name: East wing, timezone: Europe/Zurich, wakeup: { attempts: 2 } }]
users:
  - { username: desk, password: night-owl-7, permissions: [frontdesk] }
  - { username: boss, password: early-bird-9, permissions: [inventory, frontdesk, administrator] }
mailboxes:
  - { number: "101", extension: "101", name: Room 101, language: en, vip: false }
  - { range: "102-120" }
inventory:
  rooms: mailboxes            # or a list: ["101", "SPA"]
  categories: [{ id: "1", description: Drinks, color: "#3366cc" }]
  items: [{ id: "10", description: Cola, category: "1", max: 5, price: "4.50" }]
  connectors:
    - { name: bar, type: webhook, url: "http://10.0.0.5/charges", secret: ${SECRET}, format: json }
    - { name: pms, type: fias, host: 10.0.0.6, port: 5010, mode: minibar, family: PB, codepage: cp850, articles: { "10": "1450" },
        outlets: { "1": "100" }, onUncertain: resend, wakeups: true, guests: true, authKey: GVDpVnl6qYlTQXQJZxXdbw== }
roomStatus:
  types: [{ id: "001", description: Maintenance }, { id: "1", description: Clean, condition: clean }]
  servers: [{ name: housekeeping, url: "http://10.0.0.7/status", secret: ${SECRET}, format: json }]
wakeup:
  attempts: 3
  retryDelay: 5m
  ringTime: 24s
  grace: 10m
  confirm: false
  snooze: { limit: 0, delay: 5m }
  method: automatic           # or manual, backup
  backupAfter: 3m
  escalation: { extension: "0", email: desk@example.com, chain: [{ extension: 9, wait: 2m }] }
  nightCheck: "03:00"
telephony:
  mode: virtual               # or sip
  virtual: { default: answer, rooms: { "102": busy, "103": no-answer, "104": reject, "105": snooze } }
  lines: [{ uri: "sip:voice1@hotel.example", username: voice1, password: geheim, registrar: "10.0.0.2", transport: udp, displayName: Wake-up }]
network:
  allow: ["127.0.0.1"]        # addresses that pushes and connectors may reach besides the ordinary LAN and internet
retention: { charges: 90d, log: 400d }
license: { serial: "1234", version: 1, entries: [{ id: 1, name: Wakeup, value: 1 }] }
api: { unknownFields: refuse, origins: [] }
email: { host: 10.0.0.9, port: 25, from: voice@hotel.example }
limits: { callsPerSecond: 20 }
`

const EAST = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'

const siteOf = (text: string): SiteFile => {
  const result = parseSiteFile(text)
  if ('mistakes' in result) throw new Error(result.mistakes.map(formatMistake).join('\n'))
  return result.site
}
const told = (text: string): string[] => {
  const result = parseSiteFile(text)
  return 'mistakes' in result ? result.mistakes.map(formatMistake) : []
}

describe('a site file', () => {
  it('with everything in it is kept whole', () => {
    expect(siteOf(SAMPLE)).toEqual({
      site: {
        name: 'Grand Hotel',
        company: 'Example Hospitality',
        timezone: 'Europe/Zurich',
        language: 'en',
      },
      tenants: [{ id: EAST, name: 'East wing', timezone: 'Europe/Zurich', wakeup: { attempts: 2 } }],
      users: [
        { username: 'desk', password: 'night-owl-7', permissions: ['frontdesk'] },
        {
          username: 'boss',
          password: 'early-bird-9',
          permissions: ['inventory', 'frontdesk', 'administrator'],
        },
      ],
      mailboxes: [
        { number: '101', extension: '101', name: 'Room 101', language: 'en', vip: false },
        { range: '102-120' },
      ],
      inventory: {
        rooms: 'mailboxes',
        categories: [{ id: '1', description: 'Drinks', color: '#3366cc' }],
        items: [{ id: '10', description: 'Cola', category: '1', max: 5, price: '4.50' }],
        connectors: [
          { name: 'bar', type: 'webhook', url: 'http://10.0.0.5/charges', secret: SECRET, format: 'json' },
          {
            name: 'pms',
            type: 'fias',
            host: '10.0.0.6',
            port: 5010,
            mode: 'minibar',
            family: 'PB',
            codepage: 'cp850',
            articles: { 10: '1450' },
            outlets: { 1: '100' },
            onUncertain: 'resend',
            wakeups: true,
            guests: true,
            authKey: 'GVDpVnl6qYlTQXQJZxXdbw==',
          },
        ],
      },
      roomStatus: {
        types: [
          { id: '001', description: 'Maintenance' },
          { id: '1', description: 'Clean', condition: 'clean' },
        ],
        servers: [{ name: 'housekeeping', url: 'http://10.0.0.7/status', secret: SECRET, format: 'json' }],
      },
      wakeup: {
        attempts: 3,
        retryDelay: '5m',
        ringTime: '24s',
        grace: '10m',
        confirm: false,
        snooze: { limit: 0, delay: '5m' },
        method: 'automatic',
        backupAfter: '3m',
        escalation: { extension: '0', email: 'desk@example.com', chain: [{ extension: '9', wait: '2m' }] },
        nightCheck: '03:00',
      },
      telephony: {
        mode: 'virtual',
        virtual: {
          default: 'answer',
          rooms: { 102: 'busy', 103: 'no-answer', 104: 'reject', 105: 'snooze' },
        },
        lines: [
          {
            uri: 'sip:voice1@hotel.example',
            username: 'voice1',
            password: 'geheim',
            registrar: '10.0.0.2',
            transport: 'udp',
            displayName: 'Wake-up',
          },
        ],
      },
      network: { allow: ['127.0.0.1'] },
      retention: { charges: '90d', log: '400d' },
      license: { serial: '1234', version: 1, entries: [{ id: 1, name: 'Wakeup', value: 1 }] },
      api: { unknownFields: 'refuse', origins: [] },
      email: { host: '10.0.0.9', port: 25, from: 'voice@hotel.example' },
      limits: { callsPerSecond: 20 },
    })
  })

  it('keeps the written form of numbers where text is meant', () => {
    const site = siteOf(`
mailboxes: [{ number: 0201, extension: 0201 }, { number: 1_000 }, { number: 0x10 }, { number: 1e3 }]
inventory:
  rooms: [0201, 007, { number: 12 }]
  categories: [{ id: 01, description: 1984 }]
  items: [{ id: 001, description: yes, category: 01, price: 4.50, max: 007 }]
roomStatus: { types: [{ id: 001, description: No }] }
wakeup: { nightCheck: 03:00 }
license: { serial: 0012 }
`)
    expect(site.mailboxes).toMatchObject([
      { number: '0201', extension: '0201' },
      { number: '1_000' },
      { number: '0x10' },
      { number: '1e3' },
    ])
    expect(site.inventory).toEqual({
      rooms: ['0201', '007', { number: '12' }],
      categories: [{ id: '01', description: '1984' }],
      items: [{ id: '001', description: 'yes', category: '01', price: '4.50', max: 7 }],
    })
    expect(site.roomStatus?.types).toEqual([{ id: '001', description: 'No' }])
    expect(site.wakeup?.nightCheck).toBe('03:00')
    expect(site.license?.serial).toBe('0012')
  })

  it('may be JSON, have Windows line ends, a byte order mark, and lists in one line', () => {
    expect(
      siteOf('{"users": [{"username": "a", "disabled": true}], "limits": {"callsPerSecond": 5}}'),
    ).toEqual({
      users: [{ username: 'a', disabled: true }],
      limits: { callsPerSecond: 5 },
    })
    expect(
      siteOf(
        '\uFEFFsite:\r\n  name: A\r\nusers:\r\n  - username: a\r\n    permissions: inventory, frontdesk\r\n',
      ),
    ).toEqual({
      site: { name: 'A' },
      users: [{ username: 'a', permissions: ['inventory', 'frontdesk'] }],
    })
  })

  it('may say a thing once and refer to it', () => {
    const text = `
roomStatus:
  servers:
    - { name: a, url: "http://a", retry: &waits [5s, 1m] }
    - { name: b, url: "http://b", retry: *waits }
`
    expect(siteOf(text).roomStatus?.servers?.map((one) => one.retry)).toEqual([
      ['5s', '1m'],
      ['5s', '1m'],
    ])
  })

  it('may give the same number to rooms of different tenants', () => {
    const text = `tenants: [{ id: ${EAST}, name: East }]\nmailboxes: [{ number: 1 }, { number: 1, tenant: ${EAST} }, { range: 2-3, tenant: "" }]`
    expect(expandMailboxes(siteOf(text))).toHaveLength(4)
  })
})

describe('mailboxes', () => {
  it('are unfolded from ranges, with what they take from their number', () => {
    const site = siteOf(
      'mailboxes: [{ number: 7, name: Spa, extension: 99 }, { range: 008-010, vip: true, language: de }]',
    )
    expect(expandMailboxes(site)).toEqual([
      { number: '7', name: 'Spa', extension: '99' },
      { number: '008', name: 'Room 008', extension: '008', vip: true, language: 'de' },
      { number: '009', name: 'Room 009', extension: '009', vip: true, language: 'de' },
      { number: '010', name: 'Room 010', extension: '010', vip: true, language: 'de' },
    ])
  })

  it('of a site without any are none', () => expect(expandMailboxes({})).toEqual([]))
})

describe('text that is no site file', () => {
  it.each([
    ['', 'line 1: The file is empty'],
    ['# only a comment\n', 'line 1: The file is empty'],
    ['---\n', 'line 1: The file is empty'],
    ['~', 'line 1: The file is empty'],
    ['hello', 'line 1: The file must consist of settings such as site: and users:'],
    ['- a\n- b', 'line 1: The file must consist of settings such as site: and users:'],
    ['site:\n\tname: x', 'line 2: Tabs cannot be used to indent; use spaces'],
    ['site: {}\n---\nsite: {}', 'line 2: The file must hold one document only, without further lines of ---'],
    ['users: [\nsite: {}', 'line 2: What begins with [ or { must be indented and end with its ] or }'],
    ['site:\n   name: A\n  company: B', 'line 3: The indentation does not line up with the lines above'],
    ['['.repeat(100_000), 'line 1: The settings are nested too deeply'],
    [`site: {}\n${'#'.repeat(4 * 1024 * 1024)}`, 'line 1: The file is larger than 4 MiB'],
  ])('%#', (text, sentence) => expect(told(text)).toContain(sentence))

  it('tells a mistake for each line that has one', () => {
    expect(told('site:\n\tname: x\nlimits:\n\tcallsPerSecond: 1')).toHaveLength(2)
  })
})

describe('mistakes in a site file are told in a sentence, with their line', () => {
  it.each([
    [
      'mailboxes:\n  - number: 1\n  - number: 2\n    vip: maybe',
      'line 4: mailboxes[1].vip must be true or false',
    ],
    ['wakeup:\n  atempts: 3', 'line 2: wakeup.atempts is not a known setting; did you mean attempts?'],
    ['usres: []', 'line 1: usres is not a known setting; did you mean users?'],
    ['weather: sunny', 'line 1: weather is not a known setting'],
    ['constructor: {}', 'line 1: constructor is not a known setting'],
    ['users:\n  - { username: a }\n  - { password: b }', 'line 3: users[1].username is missing'],
    [
      'users: [{ username: "a:b" }]',
      'line 1: users[0].username must be a name without colons, slashes and control characters, other than . and ..',
    ],
    [
      'users: [{ username: a, permissions: [all] }]',
      'line 1: users[0].permissions[0] must be inventory, frontdesk, correct, review or administrator',
    ],
    [
      'users: [{ username: a, permissions: [inventory, inventory] }]',
      'line 1: users[0].permissions must not name the same thing twice',
    ],
    ['users: [x]', 'line 1: users[0] must be a group of settings'],
    ['users: x', 'line 1: users[0] must be a group of settings'],
    ['users: {}', 'line 1: users must be a list'],
    ['wakeup: [3]', 'line 1: wakeup must be a group of settings'],
    ['wakeup:\n  attempts: three', 'line 2: wakeup.attempts must be a whole number'],
    ['wakeup: { attempts: 0 }', 'line 1: wakeup.attempts must be at least 1'],
    ['wakeup: { attempts: 99 }', 'line 1: wakeup.attempts must be at most 20'],
    [
      'wakeup: { ringTime: 24 }',
      'line 1: wakeup.ringTime must be a duration such as 200ms, 24s, 5m, 2h or 90d',
    ],
    ['wakeup: { ringTime: 0s }', 'line 1: wakeup.ringTime must be longer than nothing'],
    ['wakeup: { nightCheck: "25:00" }', 'line 1: wakeup.nightCheck must be a time of day such as 03:00'],
    ['wakeup: { method: auto }', 'line 1: wakeup.method must be automatic, manual or backup'],
    [
      'wakeup: { escalation: { email: a@b } }',
      'line 1: wakeup.escalation.email needs a mail server: add email with host, port and from',
    ],
    ['metrics: { token: short }', 'line 1: metrics.token must be at least 16 characters long'],
    [
      'reports: { mail: [{ report: inventory, to: a@b }] }',
      'line 1: reports.mail needs a mail server: add email with host, port and from',
    ],
    [
      'wakeup: { escalation: { chain: [{ email: a@b }] } }',
      'line 1: wakeup.escalation.chain[0].email needs a mail server: add email with host, port and from',
    ],
    [
      'wakeup: { escalation: { email: "a@b; c@d" } }\nemail: { host: h, from: a@b }',
      'line 1: wakeup.escalation.email must be an e-mail address, or several parted by commas',
    ],
    [
      'wakeup: { escalation: { chain: [{ wait: 5m }] } }',
      'line 1: wakeup.escalation.chain[0].extension is missing, and email and webhook too: nobody is told',
    ],
    [
      'wakeup: { escalation: { extension: 0, wait: 0s } }',
      'line 1: wakeup.escalation.wait must be longer than nothing',
    ],
    [
      'wakeup: { escalation: { webhook: { url: "http://a:99999" } } }',
      'line 1: wakeup.escalation.webhook.url must be an http or https address',
    ],
    [
      'wakeup: { escalation: { webhook: { url: "http://a", secret: x } } }',
      'line 1: wakeup.escalation.webhook.secret must be whsec_ followed by 24 to 64 bytes in base64',
    ],
    ['wakeup: { escalation: { push: true } }', 'line 1: wakeup.escalation.push is not a known setting'],
    ['email: { host: h, from: a@b, username: voice }', 'line 1: email.password is missing beside username'],
    ['email: { host: h, from: a@b, password: x }', 'line 1: email.username is missing beside password'],
    ['email: { host: h, from: a@b, tls: ssl }', 'line 1: email.tls must be auto, starttls, implicit or off'],
    [
      'wakeup:\n  attempts:\n  grace: 5m',
      'line 2: wakeup.attempts has no value: give it one, or leave it out',
    ],
    ['site: { name: ~ }', 'line 1: site.name has no value: give it one, or leave it out'],
    ['site: { name: "" }', 'line 1: site.name must not be empty'],
    ['site: { name: A, name: B }', 'line 1: site.name stands here for the second time'],
    ['site: {}\nsite: {}', 'line 2: site stands here for the second time'],
    [
      'site: { timezone: Mars/Base }',
      'line 1: site.timezone must be the name of a time zone such as Europe/Zurich',
    ],
    ['site: { language: RU }', 'line 1: site.language must be the tag of a language such as de or en-US'],
    ['site: !secret { name: A }', 'line 1: site carries a tag: leave out what begins with !'],
    ['site: { name: !!binary aGk= }', 'line 1: site.name carries a tag: leave out what begins with !'],
    ['? [a]\n: b', 'line 1: The file has a key that is not plain text'],
    ['__proto__: { a: 1 }', 'line 1: __proto__ is not a known setting'],
    [
      'tenants: [{ id: east, name: East }]',
      'line 1: tenants[0].id must be a UUID such as 6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    ],
    [
      `users: [{ username: a, tenant: ${EAST} }]`,
      'line 1: users[0].tenant is not the id of one of the tenants',
    ],
    [
      'mailboxes: [{ number: 1/2 }]',
      'line 1: mailboxes[0].number must be a room number of 1 to 20 characters without commas, slashes and control characters, other than . and ..',
    ],
    ['mailboxes: [{ name: A }]', 'line 1: mailboxes[0].number is missing'],
    [
      'mailboxes: [{ number: Garden suite }]',
      'line 1: mailboxes[0].extension is missing: the number cannot be dialled',
    ],
    ['mailboxes: [101]', 'line 1: mailboxes[0] must be a group of settings'],
    ['mailboxes: [{ range: 120-102 }]', 'line 1: mailboxes[0].range must begin with the smaller number'],
    [
      'mailboxes: [{ range: 1-20000 }]',
      'line 1: mailboxes[0].range covers 20000 rooms; at most 10000 are possible',
    ],
    ['mailboxes: [{ range: all }]', 'line 1: mailboxes[0].range must be two room numbers such as 102-120'],
    ['inventory: { rooms: mailbox }', 'line 1: inventory.rooms must be mailboxes or a list'],
    ['inventory: { rooms: { a: b } }', 'line 1: inventory.rooms must be mailboxes or a list'],
    [
      'inventory: { categories: [{ id: 1a, description: A }] }',
      'line 1: inventory.categories[0].id must be an id of digits',
    ],
    [
      'inventory: { categories: [{ id: 1, description: A, color: red }] }',
      'line 1: inventory.categories[0].color must be a colour such as #3366cc',
    ],
    [
      'inventory: { items: [{ id: 1, description: A, category: 9 }] }',
      'line 1: inventory.items[0].category is not the id of one of the categories',
    ],
    [
      'inventory: { connectors: [{ name: a }] }',
      'line 1: inventory.connectors[0].type must be webhook or fias',
    ],
    [
      'inventory: { connectors: [{ name: a, type: telex }] }',
      'line 1: inventory.connectors[0].type must be webhook or fias',
    ],
    ['inventory: { connectors: [x] }', 'line 1: inventory.connectors[0] must be a group of settings'],
    [
      'inventory: { connectors: [{ name: a, type: fias, host: b }] }',
      'line 1: inventory.connectors[0].port is missing',
    ],
    [
      'inventory: { connectors: [{ name: a, type: fias, port: 1 }] }',
      'line 1: inventory.connectors[0].host is missing',
    ],
    [
      'inventory: { connectors: [{ name: a, type: fias, host: b, port: 70000 }] }',
      'line 1: inventory.connectors[0].port must be at most 65535',
    ],
    [
      'inventory: { connectors: [{ name: a, type: fias, host: b, port: 1, articles: { x: 1 } }] }',
      'line 1: inventory.connectors[0].articles.x is not an id of digits',
    ],
    [
      'inventory: { connectors: [{ name: a, type: fias, host: b, port: 1, url: "http://a" }] }',
      'line 1: inventory.connectors[0].url is not a known setting',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: ftp://b }] }',
      'line 1: roomStatus.servers[0].url must be an http or https address without user name and password in it',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://u:p@b" }] }',
      'line 1: roomStatus.servers[0].url must be an http or https address without user name and password in it',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b:99999" }] }',
      'line 1: roomStatus.servers[0].url must be an http or https address',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", secret: whsec_??? }] }',
      'line 1: roomStatus.servers[0].secret must be whsec_ followed by 24 to 64 bytes in base64',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", secret: whsec_ }] }',
      'line 1: roomStatus.servers[0].secret must be whsec_ followed by 24 to 64 bytes in base64',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", username: u }] }',
      'line 1: roomStatus.servers[0].password is missing beside username',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", password: p }] }',
      'line 1: roomStatus.servers[0].username is missing beside password',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", token: t, username: u, password: p }] }',
      'line 1: roomStatus.servers[0].token cannot stand beside username and password',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", headers: { "a b": c } }] }',
      'line 1: roomStatus.servers[0].headers."a b" is not the name of a header',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", headers: { Webhook-Id: c } }] }',
      'line 1: roomStatus.servers[0].headers.Webhook-Id is a header that the system sets itself',
    ],
    ...[
      'Host',
      'content-length',
      'Transfer-Encoding',
      'Connection',
      'Proxy-Authorization',
      'User-Agent',
      'Idempotency-Key',
      'webhook-signature',
    ].map((name): [string, string] => [
      `roomStatus: { servers: [{ name: a, url: "http://b", headers: { ${name}: c } }] }`,
      `line 1: roomStatus.servers[0].headers.${name} is a header that the system sets itself`,
    ]),
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", headers: { X-Hotel: "名" } }] }',
      'line 1: roomStatus.servers[0].headers.X-Hotel must be one line of text in the letters of Western Europe (Latin-1)',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", token: t, headers: { Authorization: c } }] }',
      'line 1: roomStatus.servers[0].headers.Authorization cannot stand beside other credentials',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", previousSecret: whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQh }] }',
      'line 1: roomStatus.servers[0].secret is missing beside previousSecret',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", previousSecretUntil: "2026-11-15T07:00:00Z" }] }',
      'line 1: roomStatus.servers[0].previousSecret is missing beside previousSecretUntil',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", secret: whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch, previousSecret: whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQh, previousSecretUntil: tomorrow }] }',
      'line 1: roomStatus.servers[0].previousSecretUntil must be a moment such as 2026-11-15T07:00:00+01:00',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", retry: [0s] }] }',
      'line 1: roomStatus.servers[0].retry[0] must be longer than nothing',
    ],
    [
      'roomStatus: { servers: [{ name: a, url: "http://b", retry: [] }] }',
      'line 1: roomStatus.servers[0].retry must not be empty',
    ],
    ['telephony: { lines: [] }', 'line 1: telephony.mode is missing'],
    [
      'telephony: { mode: sip, lines: [{ uri: voice1 }] }',
      'line 1: telephony.lines[0].uri must be a SIP address such as sip:voice1@hotel.example',
    ],
    [
      'telephony: { mode: virtual, virtual: { rooms: { 102: sleep } } }',
      'line 1: telephony.virtual.rooms.102 must be answer, busy, no-answer, reject or snooze',
    ],
    ['network: { allow: [10.0.0.0/33] }', 'line 1: network.allow[0] must be a network such as 10.0.0.0/8'],
    [
      'network: { allow: ["localhost:80"] }',
      'line 1: network.allow[0] must be an address where it names a port',
    ],
    [
      'network: { allow: ["[::1]:99999"] }',
      'line 1: network.allow[0] must be an address where it names a port',
    ],
    ['network: { allow: [host/8] }', 'line 1: network.allow[0] must be a network such as 10.0.0.0/8'],
    ['retention: { charges: 0d }', 'line 1: retention.charges must be longer than nothing'],
    [
      'api: { origins: [https://a/b] }',
      'line 1: api.origins[0] must be an origin such as https://desk.example',
    ],
    ['email: { host: a }', 'line 1: email.from is missing'],
    ['prompts: [{ id: 0, description: A }]', 'line 1: prompts[0].id must be at least 1'],
    ['users: *a', 'line 1: users refers to a, which does not stand above it'],
    ['users: &a [*a]', 'line 1: users[0] refers to a, which it is a part of'],
  ])('%s', (text, sentence) => expect(told(text)).toEqual([sentence]))

  it.each(['4,50', '-1', '1e3', '.5', '4.', '1.23456', '99999999999999999', '9999999999999.9'])(
    'price %s',
    (price) => {
      const text = `inventory:\n  categories: [{ id: 1, description: A }]\n  items:\n    - { id: 1, description: A, category: 1, price: "${price}" }`
      expect(told(text)).toEqual([
        expect.stringMatching(
          /^line 4: inventory.items\[0\].price must be an exact decimal number such as 4.50, with at most 12 digits/,
        ),
      ])
    },
  )
})

describe('what must be there once only', () => {
  it.each([
    [
      `tenants:\n  - { id: ${EAST}, name: A }\n  - { id: ${EAST.toUpperCase()}, name: B }`,
      'tenants[1].id is the same as in tenants[0]',
    ],
    ['users:\n  - { username: a }\n  - { username: a }', 'users[1].username is the same as in users[0]'],
    [
      'mailboxes:\n  - { number: 1 }\n  - { number: 1 }',
      'mailboxes[1].number has room 1, which mailboxes[0] has already',
    ],
    [
      'mailboxes:\n  - { number: 105 }\n  - { range: 101-110 }',
      'mailboxes[1].range has room 105, which mailboxes[0] has already',
    ],
    [
      'mailboxes:\n  - { range: 101-110 }\n  - { number: 105 }',
      'mailboxes[1].number has room 105, which mailboxes[0] has already',
    ],
    [
      'inventory: { categories: [\n  { id: 1, description: A },\n  { id: 1, description: B }] }',
      'inventory.categories[1].id is the same as in inventory.categories[0]',
    ],
    [
      'roomStatus: { types: [\n  { id: 1, description: A },\n  { id: 1, description: B }] }',
      'roomStatus.types[1].id is the same as in roomStatus.types[0]',
    ],
    [
      'roomStatus: { servers: [\n  { name: a, url: "http://a" },\n  { name: a, url: "http://b" }] }',
      'roomStatus.servers[1].name is the same as in roomStatus.servers[0]',
    ],
    [
      'inventory: { connectors: [\n  { name: a, type: webhook, url: "http://a" },\n  { name: a, type: fias, host: b, port: 1 }] }',
      'inventory.connectors[1].name is the same as in inventory.connectors[0]',
    ],
    [
      'telephony: { mode: sip, lines: [\n  { uri: "sip:a@b" },\n  { uri: "sip:a@b" }] }',
      'telephony.lines[1].name is the same as in telephony.lines[0]',
    ],
    [
      'prompts:\n  - { id: 1, description: A }\n  - { id: 01, description: B }',
      'prompts[1].id is the same as in prompts[0]',
    ],
    [
      'inventory: { rooms: [\n  101,\n  { number: 101 }] }',
      'inventory.rooms[1].number is the same as in inventory.rooms[0]',
    ],
  ])('%s', (text, sentence) => expect(told(text)).toEqual([`line 3: ${sentence}`]))

  it('is a line, by its name or by the user it logs in as', () => {
    const lines = '{ uri: "sip:a@b", username: x }, { uri: "sip:x@c" }, { uri: "sip:x@d", name: y }'
    expect(told(`telephony: { mode: sip, lines: [${lines}] }`)).toEqual([
      'line 1: telephony.lines[1].name is the same as in telephony.lines[0]',
    ])
  })

  it('is an id within a tenant: 1 and 01 differ, and so do two tenants', () => {
    const text = `tenants: [{ id: ${EAST}, name: A }]
roomStatus: { types: [{ id: 1, description: A }, { id: 01, description: A }, { id: 1, description: A, tenant: ${EAST} }] }`
    expect(told(text)).toEqual([])
  })
})

const withItem = (fias: string) => `inventory:
  categories: [{ id: 1, description: A }]
  items: [{ id: 12345, description: A, category: 1 }]
  connectors: [{ name: pms, type: fias, host: pms, port: 5010${fias} }]`

describe('items and connectors', () => {
  const tenants = `tenants: [{ id: ${EAST}, name: East }]\n`

  it("let a tenant's item stand in a shared category", () => {
    const text = `inventory: { categories: [{ id: 1, description: A }], items: [{ id: 1, description: A, category: 1, tenant: ${EAST} }] }`
    expect(told(tenants + text)).toEqual([])
  })

  it("do not let a shared item stand in a tenant's category", () => {
    const text = `inventory: { categories: [{ id: 1, description: A, tenant: ${EAST} }], items: [{ id: 1, description: A, category: 1 }] }`
    expect(told(tenants + text)).toEqual([
      'line 2: inventory.items[0].category is not the id of one of the categories',
    ])
  })

  it('do not link to one property system twice', () => {
    const link = (name: string, host: string, port: number) =>
      `    - { name: ${name}, type: fias, host: ${host}, port: ${port} }`
    const links = [
      link('a', 'PMS.example', 5010),
      link('b', 'pms.example', 5011),
      link('c', 'pms.example', 5010),
    ]
    expect(told(['inventory:', '  connectors:', ...links].join('\n'))).toEqual([
      'line 5: inventory.connectors[2].port is that of a, with the same host: a link has one end only',
    ])
  })

  it('need an article number for an id that is too long to be one', () => {
    expect(told(withItem(''))).toEqual([
      'line 4: inventory.connectors[0].articles must give item 12345 an article number, as its id has more than 4 digits',
    ])
  })

  it('need a price that a total can be made of, where totals are posted', () => {
    const text = (more: string) =>
      [
        'inventory:',
        '  categories: [{ id: 1, description: Drinks }]',
        '  items: [{ id: 10, description: Mint, category: 1, price: 0.005 }]',
        `  connectors: [{ name: pms, type: fias, host: 10.0.0.6, port: 5010${more} }]`,
      ].join('\n')
    expect(told(text(', mode: direct'))).toEqual([
      'line 3: inventory.items[0].price is none for pms: 0.005 cannot be posted exactly with 2 decimals',
    ])
    expect(told(text(', mode: direct, decimals: 3'))).toEqual([])
    expect(told(text(''))).toEqual([])
  })

  it.each([', mode: direct', ', articles: { 12345: 1450 }'])('do not need one with %s', (fias) =>
    expect(told(withItem(fias))).toEqual([]),
  )
})

describe('objects that come one by one', () => {
  const server = { name: 'a', url: 'http://a:99999', tenant: EAST, retry: ['0s'] }
  const said = (site: object) => mistakesWithin(site).map(({ description }) => description)

  it('are checked by themselves, not for how they belong together', () => {
    expect(said({ roomStatus: { servers: [server] } })).toEqual([
      'url must be an http or https address',
      'retry[0] must be longer than nothing',
    ])
    expect(said({ wakeup: { ringTime: '0s' } })).toEqual(['wakeup.ringTime must be longer than nothing'])
    expect(said({ wakeup: { escalation: { chain: [{ wait: '0s', extension: '9' }] } } })).toEqual([
      'wakeup.escalation.chain[0].wait must be longer than nothing',
    ])
    expect(said({ tenants: [{ timezone: 'Mars' }] })).toEqual([
      'timezone must be the name of a time zone such as Europe/Zurich',
    ])
  })
})

describe('all mistakes', () => {
  it('are told at once, in the order of their lines', () => {
    const text = `site: { timezone: Mars/Base }
users:
  - { username: a, permission: [] }
  - { username: a }
mailboxes:
  - { number: 1, vip: yes }
  - { range: 9-1 }
wakeup:
  attempts: many
  attempts: few
  grace:
email: { host: "", from: nobody }
`
    expect(told(text)).toEqual([
      'line 1: site.timezone must be the name of a time zone such as Europe/Zurich',
      'line 3: users[0].permission is not a known setting; did you mean permissions?',
      'line 4: users[1].username is the same as in users[0]',
      'line 6: mailboxes[0].vip must be true or false',
      'line 7: mailboxes[1].range must begin with the smaller number',
      'line 9: wakeup.attempts must be a whole number',
      'line 10: wakeup.attempts stands here for the second time',
      'line 11: wakeup.grace has no value: give it one, or leave it out',
      'line 12: email.host must not be empty',
      'line 12: email.from must be an e-mail address',
    ])
  })

  it('are told up to a thousand', () => {
    const text = Array.from({ length: 1_500 }, (_, n) => `x${n}: 1`).join('\n')
    expect(told(text)).toHaveLength(1_001)
    expect(told(text).at(-1)).toBe('line 1000: There are more mistakes than these 1000')
  })

  it('never repeat a secret', () => {
    const text = `users: [{ username: a, password: [geheim] }]
roomStatus: { servers: [{ name: a, url: "http://u:geheim@b", secret: geheim, token: { x: geheim } }] }`
    expect(told(text).length).toBeGreaterThan(3)
    expect(told(text).join()).not.toContain('geheim')
  })

  it.each([
    '- a\ngeheim: x',
    'password: "x" geheim',
    "password: 'x'geheim: y",
    '- a\n"geheim": x',
    'a: "\\geheim"',
  ])('never repeat a secret, not even in %j', (text) => {
    expect(told(text)).not.toEqual([])
    expect(told(text).join()).not.toContain('geheim')
  })
})

describe('a hostile file', () => {
  it('cannot unfold aliases without end', () => {
    const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 9; level++)
      bomb.push(`b${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`)
    expect(told(bomb.join('\n')).some((one) => one.includes('more than can be unfolded'))).toBe(true)
  })

  it('cannot make rooms without end', () => {
    const text = `mailboxes:\n${Array.from({ length: 2_000 }, (_, n) => `  - { range: ${n + 1}0000-${n + 1}9999 }`).join('\n')}`
    expect(told(text)).toEqual(['line 1: mailboxes must not hold more than 100000 rooms in all'])
    const again = `mailboxes:\n${'  - { range: 1-10000 }\n'.repeat(2_000)}`
    expect(told(again)[0]).toBe('line 1: mailboxes must not hold more than 100000 rooms in all')
  })

  it('cannot nest without end', () => {
    expect(
      told(`site: ${'{ a: '.repeat(60)}x${' }'.repeat(60)}`).some((one) => one.includes('nested too deeply')),
    ).toBe(true)
  })

  it('cannot make the reader throw', () => {
    const lines = SAMPLE.split('\n')
    const piece = fc.oneof(
      fc.constantFrom(...lines),
      fc.constantFrom(
        '&a',
        '*a',
        '<<: *a',
        '!!int 5',
        '? ',
        ': ',
        '- ',
        '---',
        '%YAML 1.1',
        '\t',
        '[',
        '{',
        '"',
        '|',
        '>-',
        '__proto__: 1',
        'x: ~',
      ),
      fc.string({ unit: 'binary' }),
    )
    const text = fc
      .array(piece, { maxLength: 12 })
      .chain((pieces) => fc.constantFrom('\n', ' ', '', '\n  ').map((glue) => pieces.join(glue)))
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (given) => {
        const result = parseSiteFile(given)
        expect('site' in result || result.mistakes.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
