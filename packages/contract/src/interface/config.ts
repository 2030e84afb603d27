import { type TObject, type TString, Type } from 'typebox'
import {
  ConnectorChange,
  ConnectorRecord,
  ConnectorTrial,
  LineChange,
  LineRecord,
  MailboxChange,
  MailboxRecord,
  PhonePinForm,
  PromptForm,
  TenantForm,
  UserForm,
  PromptChange,
  PromptRecord,
  RoomChange,
  RoomRecord,
  ServerChange,
  ServerRecord,
  ServerTrial,
  SiteChange,
  SiteRecord,
  TenantChange,
  TenantRecord,
  UserChange,
  UserRecord,
} from '../config.ts'
import { PromptChoice, SpeechForm } from '../announcement.ts'
import {
  ClearForm,
  ClearReply,
  SignatureForm,
  SignatureReply,
  TraceQuery,
  TraceReply,
} from '../destination.ts'
import { LineTestForm, LineTestRecord, LineTrialForm, LineTrialReply } from '../line-test.ts'
import { Created } from '../problem.ts'
import { MOST_IMPORTED, RoomImportForm, RoomImportReply } from '../room-import.ts'
import { IfMatch, ListQuery, NoFields, Uuid } from '../text.ts'
import {
  RECORDING_TYPE,
  RecordingFile,
  RecordingQuery,
  RecordingReply,
  RecordingUpload,
} from '../recording.ts'
import { Connector, Line, Mailbox, MailboxRange, Room, Server, TrialRecord } from '../site.ts'
import type { Entries } from './entry.ts'
import { fiveRoutes } from './five-routes.ts'

const shared = { tag: 'Configuration', needs: ['administrator'] } as const
const of = {
  tag: 'Configuration',
  uses: ['administrator'],
  keeps: ['administrator'],
} as const

const TAKEN_AWAY =
  'Null takes away what it can do without, its credentials and certificates among it, and in a form an empty field does; 422 when the rest cannot do without it.'

const SiteFileText = Type.String({ description: 'YAML', examples: ['site:\n  name: Grand Hotel\n'] })
const SiteFileThings = Type.Object({
  things: Type.Array(Type.String({ description: 'A kind and its key', examples: ['mailbox 101'] })),
})

const keyed = (description: string, example: string) =>
  Type.Object({ key: Type.String({ description, examples: [example] }) })

export const site = {
  get: {
    ...shared,
    id: 'site.get',
    method: 'GET',
    path: '/rest/config/site',
    summary: 'The settings of the site',
    description:
      'Settings of the section `site` stand at the top, the others under their names. `ETag` tells their state. For accounts without tenant.',
    reply: SiteRecord,
  },
  change: {
    ...shared,
    id: 'site.change',
    quietly: true,
    method: 'PUT',
    path: '/rest/config/site',
    summary: 'Change the settings given; a section is changed field by field, also within a group',
    description:
      'Sections and fields that are left out stay as they are; null takes away what a section can do without, 422 when the rest of it cannot. 409 when another program has `telephony.port`, or `telephony.bind` is no address of the machine. For accounts without tenant.',
    refusals: [409, 412, 422],
    headers: IfMatch,
    body: SiteChange,
    example: { name: 'Grand Hotel', wakeup: { attempts: 3, retryDelay: '5m' } },
  },
} as const satisfies Entries

export const siteFile = {
  get: {
    ...shared,
    id: 'siteFile.get',
    method: 'GET',
    path: '/rest/config/site-file',
    summary: 'The whole site as a site file, without secrets',
    description:
      'What `--site` would read back: accounts and everything else keep the secrets that they have, for the file names none. Recordings are no part of it. For accounts without tenant.',
    reply: SiteFileText,
    replyType: 'application/yaml',
  },
  things: {
    ...shared,
    id: 'siteFile.things',
    method: 'GET',
    path: '/rest/config/site-file/things',
    summary: 'What the site file sets, thing by thing',
    description:
      'As it was applied last: when that file is changed, the next start sets these again, whatever was changed here meanwhile. For accounts without tenant.',
    reply: SiteFileThings,
  },
} as const satisfies Entries

export const tenant = fiveRoutes({
  ...of,
  noun: 'tenant',
  path: '/rest/config/tenant',
  key: keyed('Its id', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'),
  one: 'a tenant',
  about: 'A part of the installation with rooms and accounts of its own.',
  add: { form: TenantForm, example: { name: 'West wing', timezone: 'Europe/Zurich' } },
  change: { form: TenantChange, example: { name: 'West side' } },
  record: TenantRecord,
  list: Type.Object({ tenants: Type.Array(TenantRecord) }),
})

const users = fiveRoutes({
  ...of,
  noun: 'user',
  path: '/rest/config/user',
  key: keyed('The name to log in with', 'desk'),
  one: 'a user',
  about: 'An account. Its password is written and never shown.',
  add: {
    form: UserForm,
    example: { username: 'night-desk', password: 'a long pass phrase', permissions: ['frontdesk'] },
  },
  change: { form: UserChange, example: { permissions: ['frontdesk', 'inventory'] } },
  record: UserRecord,
  list: Type.Object({ users: Type.Array(UserRecord) }),
})

const ofPhonePin = {
  ...shared,
  path: '/rest/config/user/:key/phone-pin',
  params: keyed('The name to log in with, which must be a number here', '12'),
} as const

export const user = {
  ...users,
  phonePin: {
    ...ofPhonePin,
    id: 'user.phonePin',
    method: 'PUT',
    summary: 'Set the PIN that a user signs in with by telephone',
    description:
      'In the place of the one before; it is written and never shown, and unlocks no screen. 400 where the username is not 1 to 12 digits, as nothing else can be dialled.',
    body: PhonePinForm,
    example: { pin: '2718' },
  },
  noPhonePin: {
    ...ofPhonePin,
    id: 'user.noPhonePin',
    method: 'DELETE',
    summary: 'Take the phone PIN of a user away',
    description: 'From then on nobody signs in by telephone under this number. 404 where there is none.',
  },
} as const satisfies Entries

const mailboxes = fiveRoutes({
  ...of,
  noun: 'mailbox',
  path: '/rest/config/mailbox',
  key: keyed('Room number', '101'),
  one: 'a mailbox',
  about: 'A room with a telephone; `range` instead of `number` adds several at once.',
  add: {
    form: Type.Union([Mailbox, MailboxRange]),
    example: { number: '301', name: 'Room 301', language: 'de' },
  },
  change: { form: MailboxChange, example: { vip: true } },
  record: MailboxRecord,
  list: Type.Object({ mailboxes: Type.Array(MailboxRecord) }),
})

export const mailbox = {
  ...mailboxes,
  import: {
    ...shared,
    id: 'mailbox.import',
    quietly: true,
    method: 'POST',
    path: '/rest/config/mailbox/import',
    summary: 'Add and change rooms from a table; with dry, only see what it would do',
    description: `Rows are told from one another by their number, and ${MOST_IMPORTED} at most are taken. A column that is left out stays as it is, an empty cell means the default. When one row is wrong, none is written. Rooms that the table does not name stay. Written 500 rows at a time: cut short, it can be sent again.`,
    body: RoomImportForm,
    example: { csv: 'number,name,vip\n301,Suite,true\n', dry: true },
    reply: RoomImportReply,
  },
} as const satisfies Entries

export const room = fiveRoutes({
  ...of,
  noun: 'room',
  path: '/rest/config/room',
  key: keyed('Room number', 'spa'),
  one: 'a room',
  about: 'A room of the custom list, which replaces the mailboxes in the inventory.',
  add: { form: Room, example: { number: 'terrace' } },
  change: { form: RoomChange, example: {} },
  record: RoomRecord,
  list: Type.Object({ rooms: Type.Array(RoomRecord) }),
})

const LineName = keyed('Its name', 'voice1')

const lineFive = fiveRoutes({
  ...of,
  noun: 'line',
  path: '/rest/config/line',
  key: LineName,
  one: 'a line',
  about: 'A line at the telephone exchange. Its password is written and never shown.',
  add: {
    form: Line,
    example: { uri: 'sip:voice2@hotel.example', password: 'given by the exchange', calls: 4 },
  },
  change: { form: LineChange, example: { calls: 8 }, about: TAKEN_AWAY },
  record: LineRecord,
  list: Type.Object({ lines: Type.Array(LineRecord) }),
})

export const line = {
  ...lineFive,
  try: {
    ...shared,
    id: 'line.try',
    method: 'POST',
    path: '/rest/config/line/try',
    reads: true,
    summary: 'Try a line that is not saved: whether the exchange is there, and whether it takes us',
    description:
      'Asks the exchange (OPTIONS) and registers, from another port than the lines have; the registration is taken back, and nothing is kept. Without a password that of the line of this name is used, where it leads to the same place. Six a minute for an account: some exchanges lock out who is wrong more often.',
    body: LineTrialForm,
    example: { uri: 'sip:voice9@hotel.example', password: 'given by the exchange' },
    reply: LineTrialReply,
  },
  test: {
    ...shared,
    id: 'line.test',
    method: 'POST',
    path: '/rest/config/line/:key/test',
    summary: 'Ring a phone over this line and ask for a key: sound both ways is proved by it',
    description:
      'It waits behind guests who are due, a minute at most. What becomes of it is at the address in Location. Six a minute for an account. With built-in phones the line is `virtual`.',
    params: LineName,
    body: LineTestForm,
    example: { extension: '101' },
    status: 201,
    reply: Created,
  },
  tested: {
    ...shared,
    id: 'line.tested',
    method: 'GET',
    path: '/rest/config/line/:key/test/:id',
    summary: 'How a test call goes',
    description: 'The last hundred are kept, until the next start.',
    params: Type.Object({ ...LineName.properties, id: Uuid('Its id') }),
    reply: LineTestRecord,
  },
} as const satisfies Entries

/** A test message to a connector or a server. */
const trial = <const N extends 'connector' | 'server'>(noun: N, key: TObject<{ key: TString }>) =>
  ({
    ...shared,
    id: `${noun}.test`,
    method: 'POST',
    path: `/rest/config/${noun}/:key/test`,
    summary: `Send a test message to a ${noun} at once, and see what it answers`,
    description: 'It is in no list of deliveries, and books nothing. 422 for one that takes none.',
    params: key,
    body: NoFields,
    example: {},
    reply: TrialRecord,
  }) as const

/** The same of settings that are not saved. */
const unsavedTrial = <const N extends 'connector' | 'server', B extends TObject>(noun: N, body: B) =>
  ({
    ...shared,
    id: `${noun}.testUnsaved`,
    method: 'POST',
    path: `/rest/config/${noun}/test`,
    summary: `Send a test message by the settings of a ${noun} that are not saved, and see what it answers`,
    description:
      'The fields of a new one, or with the name of one that there is, those that are to change. Where it may be sent to, and which secrets must be given again, is as if it were saved. 422 for one that takes none.',
    body,
    example: { name: 'pool-bar', url: 'http://10.0.0.8/charges' },
    reply: TrialRecord,
  }) as const

/** A signature that a receiver has, or makes, held against the secrets. */
const signatureCheck = <const N extends 'connector' | 'server'>(noun: N, key: TObject<{ key: TString }>) =>
  ({
    ...shared,
    id: `${noun}.signature`,
    quietly: true,
    reads: true,
    method: 'POST',
    path: `/rest/config/${noun}/:key/signature`,
    summary: `Ask whether a signature fits a secret of a ${noun}, and why it does not`,
    description:
      'For those who write receivers: no secret and no signature is ever answered. Twice a second for an account at most: 429. 422 for one that is no webhook.',
    refusals: [422],
    params: key,
    body: SignatureForm,
    example: {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    reply: SignatureReply,
  }) as const

/** What waits for a connector or a server that is gone for good. */
const clearing = <const N extends 'connector' | 'server'>(noun: N, key: TObject<{ key: TString }>) =>
  ({
    ...shared,
    id: `${noun}.clear`,
    method: 'POST',
    path: `/rest/config/${noun}/:key/clear`,
    summary: `Drop all that waits for a ${noun} that is gone for good, or hand it over to another`,
    description:
      'Whatever waits or is uncertain. It is disabled first, and stays so, or is deleted in the same step. With many messages this takes a while: `/rest/system/destination` shows what is left. Cut short, it can be asked for again. 409 while something is on its way.',
    params: key,
    body: ClearForm,
    example: { as: 'drop', reason: 'The bar was closed for good' },
    reply: ClearReply,
  }) as const

const Destination = keyed('Its name', 'bar')

export const connector = {
  ...fiveRoutes({
    ...of,
    noun: 'connector',
    path: '/rest/config/connector',
    key: Destination,
    one: 'a connector',
    about:
      'Where charges go: a server over http, or a property system over FIAS. Secrets are written, never shown.',
    add: { form: Connector, example: { name: 'pool-bar', type: 'webhook', url: 'http://10.0.0.8/charges' } },
    change: { form: ConnectorChange, example: { timeout: '10s' }, about: TAKEN_AWAY },
    record: ConnectorRecord,
    list: Type.Object({ connectors: Type.Array(ConnectorRecord) }),
  }),
  test: trial('connector', Destination),
  testUnsaved: unsavedTrial('connector', ConnectorTrial),
  signature: signatureCheck('connector', Destination),
  clear: clearing('connector', Destination),
  trace: {
    ...shared,
    id: 'connector.trace',
    method: 'GET',
    path: '/rest/config/connector/:key/trace',
    summary: 'What went over the link to a property system lately, record by record',
    description:
      'Both directions, in memory only: the last 200 since the link was made. Guests are named in it. 422 for what is no property system.',
    params: keyed('Its name', 'pms'),
    query: TraceQuery,
    refusals: [422],
    reply: TraceReply,
  },
  resync: {
    ...shared,
    id: 'connector.resync',
    method: 'POST',
    path: '/rest/config/connector/:key/resync',
    summary: 'Ask a property system for all of its guests, after data was lost; once a day at most',
    description:
      'A second time on a day: 429. Without a link to it: 409. Where no guests are taken from it: 422.',
    params: keyed('Its name', 'pms'),
    body: NoFields,
    example: {},
  },
} as const satisfies Entries

const ServerName = keyed('Its name', 'housekeeping')

export const server = {
  ...fiveRoutes({
    ...of,
    noun: 'server',
    path: '/rest/config/server',
    key: ServerName,
    one: 'a server',
    about: 'A server that room-status changes are pushed to. Secrets are written, never shown.',
    add: { form: Server, example: { name: 'cleaning', url: 'http://10.0.0.9/status' } },
    change: { form: ServerChange, example: { latestOnly: true }, about: TAKEN_AWAY },
    record: ServerRecord,
    list: Type.Object({ servers: Type.Array(ServerRecord) }),
  }),
  test: trial('server', ServerName),
  testUnsaved: unsavedTrial('server', ServerTrial),
  signature: signatureCheck('server', ServerName),
  clear: clearing('server', ServerName),
} as const satisfies Entries

const PromptId = keyed('Its id', '7')
const audio = {
  ...shared,
  path: '/rest/config/prompt/:key/audio',
  params: PromptId,
  query: RecordingQuery,
  refusals: [409],
} as const

export const prompt = {
  ...fiveRoutes({
    ...of,
    noun: 'prompt',
    path: '/rest/config/prompt',
    key: PromptId,
    one: 'a prompt',
    about: 'An announcement for wakeup calls: spoken from its text, or played from its recording.',
    add: {
      form: PromptForm,
      example: { description: 'Regatta', text: 'The boats leave at eight.', language: 'en' },
    },
    change: { form: PromptChange, example: { text: 'The boats leave at nine.' } },
    record: PromptRecord,
    list: Type.Object({ prompts: Type.Array(PromptRecord) }),
  }),
  record: {
    ...audio,
    id: 'prompt.record',
    quietly: true,
    method: 'PUT',
    summary: 'Put a recording in the place of the text of a prompt',
    description:
      "It is made fit for the telephone and brought to the level of ordinary speech. A prompt has one recording for each language: a guest hears the one in their own, else in the site's, else any. Without language: the prompt's, else the site's.",
    body: RecordingUpload,
    bodyType: RECORDING_TYPE,
    reply: RecordingReply,
  },
  audio: {
    ...audio,
    id: 'prompt.audio',
    method: 'GET',
    summary: 'The recording of a prompt, to listen to',
    description:
      "As it is played: in this language, or without one in the prompt's, else the site's, else any. 404 when there is none.",
    reply: RecordingFile,
    replyType: RECORDING_TYPE,
  },
  speech: {
    ...shared,
    id: 'prompt.speech',
    reads: true,
    quietly: true,
    method: 'POST',
    path: '/rest/config/prompt/speech',
    summary: 'Hear a text as the telephone would say it',
    description:
      'By the synthesiser of this machine; 409 where none speaks the language. Twice a second for an account at most: 429.',
    refusals: [409],
    body: SpeechForm,
    example: { text: 'The boats leave at eight.', language: 'en' },
    reply: RecordingFile,
    replyType: RECORDING_TYPE,
  },
  choices: {
    tag: 'Wakeup calls',
    needs: [],
    id: 'prompt.choices',
    method: 'GET',
    path: '/rest/prompt',
    summary: 'The announcements that a call can be asked for with',
    description:
      "Those of the account's tenant and those that all share; an account without tenant sees all.",
    query: ListQuery,
    reply: Type.Object({ prompts: Type.Array(PromptChoice) }),
  },
  removeAudio: {
    ...audio,
    id: 'prompt.removeAudio',
    quietly: true,
    method: 'DELETE',
    summary: 'Remove recordings of a prompt: its text is said again when none is left',
    description: 'In this language, or without one in every language. 404 when there is none.',
  },
} as const satisfies Entries
