import { type TSchema, type TSchemaOptions, Type } from 'typebox'
import { Digits, NO_DOTS, RoomNumber, Uuid } from './text.ts'

/** The small words of the site: fields that several of its objects share, and what to call their shapes. */

const NO_CONTROLS = '\\u0000-\\u001f\\u007f'
const UUID_SHAPE = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
const BASE64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?'

const SHAPE = {
  duration: { pattern: '^[0-9]{1,8}(ms|s|m|h|d)$', words: 'a duration such as 200ms, 24s, 5m, 2h or 90d' },
  line: { pattern: `^[^${NO_CONTROLS}]*$`, words: 'one line of text without control characters' },
  // Names are keys in paths such as /rest/config/connector/<name>.
  name: {
    pattern: `^${NO_DOTS}[^${NO_CONTROLS}/]+$`,
    words: 'a name without slashes and control characters, other than . and ..',
  },
  // Basic credentials separate name and password at the first colon.
  username: {
    pattern: `^${NO_DOTS}[^${NO_CONTROLS}:/]+$`,
    words: 'a name without colons, slashes and control characters, other than . and ..',
  },
  tenant: { pattern: `^(${UUID_SHAPE})?$`, words: "a tenant's id, or empty" },
  zone: { pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$', words: 'the name of a time zone such as Europe/Zurich' },
  price: {
    pattern: '^[0-9]{1,12}(\\.[0-9]{1,4})?$',
    words: 'an exact decimal number such as 4.50, with at most 12 digits before the point and 4 after it',
  },
  currency: { pattern: '^([A-Z]{3})?$', words: 'a currency of three capital letters such as CHF, or empty' },
  rate: {
    pattern: '^([0-9]{1,3}(\\.[0-9]{1,4})?)?$',
    words: 'a decimal number such as 8.1, or empty',
  },
  color: { pattern: '^(#[0-9a-fA-F]{6})?$', words: 'a colour such as #3366cc' },
  range: { pattern: '^[0-9]{1,15}-[0-9]{1,15}$', words: 'two room numbers such as 102-120' },
  extension: { pattern: '^[0-9A-Za-z*#+._-]+$', words: 'an extension such as 101' },
  extensionOrNone: { pattern: '^[0-9A-Za-z*#+._-]*$', words: 'an extension such as 101, or empty' },
  email: { pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$', words: 'an e-mail address' },
  emails: {
    pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+( *, *[^\\s@<>,;]+@[^\\s@<>,;]+)*$',
    words: 'an e-mail address, or several parted by commas',
  },
  clock: { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', words: 'a time of day such as 03:00' },
  host: { pattern: '^(?!sips?:)[0-9A-Za-z.:_\\[\\]-]+$', words: 'a host name or address' },
  ownHost: {
    pattern: '^(?!sips?:)([0-9A-Za-z._-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$',
    words: 'a host name or address without port and brackets',
  },
  ownAddress: {
    pattern: '^([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$',
    words: 'an address in numbers, without port and brackets',
  },
  // The authority must hold no userinfo: credentials have fields of their own.
  url: {
    pattern: '^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$',
    words: 'an http or https address without user name and password in it',
  },
  // What goes over it to https receivers is encrypted within: the proxy itself is reached in the clear.
  proxy: {
    pattern: '^(none|http://[^\\s/?#@\\\\]+/?)$',
    words:
      'the address of a proxy such as http://10.0.0.3:3128, without user name and password in it, or none',
  },
  pem: {
    pattern: '^\\s*-----BEGIN [A-Z0-9 ]+-----[A-Za-z0-9+/=\\s-]+-----END [A-Z0-9 ]+-----\\s*$',
    words: 'in PEM, from -----BEGIN to the last -----END and its dashes',
  },
  origin: { pattern: '^https?://[^\\s/?#@\\\\]+$', words: 'an origin such as https://desk.example' },
  sipUri: {
    pattern: '^sips?:[^\\s@<>"]+@[^\\s@<>";?]+$',
    words: 'a SIP address such as sip:voice1@hotel.example',
  },
  // RFC 3325 9.1.
  identity: {
    pattern: '^(sips?:[^\\s@<>"]+@[^\\s@<>";?]+|tel:\\+?[0-9().-]+)$',
    words: 'a SIP address, or a number such as tel:+41441234567',
  },
  address: {
    pattern: '^[0-9A-Za-z.:_\\[\\]-]+(/[0-9]{1,3})?$',
    words: 'an address, a network such as 10.0.0.0/8 or a host name',
  },
  fieldName: {
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    words: 'a field name of letters, digits and underscores',
  },
  headerName: { pattern: "^[0-9A-Za-z!#$%&'*+.^_`|~-]+$", words: 'the name of a header' },
  // What a header cannot carry over the wire is refused here.
  headerValue: {
    pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$',
    words: 'one line of text in the letters of Western Europe (Latin-1)',
  },
  moment: {
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$',
    words: 'a moment such as 2026-11-15T07:00:00+01:00',
  },
  // Standard Webhooks: 24 to 64 bytes.
  webhookSecret: {
    pattern: `^whsec_(?=[^]{32,88}$)${BASE64}$`,
    words: 'whsec_ followed by 24 to 64 bytes in base64',
  },
  fiasKey: {
    pattern: '^(FidCrypt0S[|;])?[A-Za-z0-9+/]{22}==$',
    words: 'a key of 16 bytes in base64, alone or after FidCrypt0S| as the property system gives it out',
  },
  language: {
    pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
    words: 'the tag of a language such as de or en-US',
  },
  // RFC 6750 2.1
  bearerToken: {
    pattern: '^[A-Za-z0-9._~+/-]+=*$',
    words: 'a token of letters, digits and . _ ~ + / - =',
  },
  // What charges can be added up by.
  chargeGroups: {
    pattern: '^(day|room|category|item|user|tax)(,(day|room|category|item|user|tax)){0,5}$',
    words: 'some of day, room, category, item, user and tax, parted by commas',
  },
  article: { pattern: '^[0-9]{1,4}$', words: 'an article number of 1 to 4 digits' },
  outlet: { pattern: '^[0-9]{1,5}$', words: 'a sales outlet of 1 to 5 digits' },
  id: { pattern: patternOf(Digits('', [])), words: 'an id of digits' },
  uuid: { pattern: patternOf(Uuid('')), words: 'a UUID such as 6f9619ff-8b86-d011-b42d-00cf4fc964ff' },
  room: {
    pattern: patternOf(RoomNumber),
    words:
      'a room number of 1 to 20 characters without commas, slashes and control characters, other than . and ..',
  },
} as const satisfies Record<string, { pattern: string; words: string }>

function patternOf(schema: TSchema): string {
  return 'pattern' in schema ? String(schema.pattern) : ''
}

/** A pattern, and what a text must be to match it: `must be` + these words makes a sentence. */
export const PATTERN_WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(SHAPE).map(({ pattern, words }) => [pattern, words]),
)

/** What a pattern is called, for those who say it in another language. */
export const PATTERN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SHAPE).map(([name, { pattern }]) => [pattern, name]),
)

type ShapeName = keyof typeof SHAPE
const MAX_LENGTH: Partial<Record<ShapeName, number>> = {
  line: 200,
  name: 64,
  username: 64,
  extension: 32,
  extensionOrNone: 32,
  host: 255,
  ownHost: 255,
  ownAddress: 45,
  language: 6,
  pem: 40_000,
}

const MAY_BE_EMPTY: readonly ShapeName[] = [
  'line',
  'tenant',
  'color',
  'currency',
  'rate',
  'headerValue',
  'extensionOrNone',
]

/** Text of a shape that has a name. */
export function shaped(shape: ShapeName, description: string, more: TSchemaOptions = {}) {
  return Type.String({
    ...(MAY_BE_EMPTY.includes(shape) ? {} : { minLength: 1 }),
    maxLength: MAX_LENGTH[shape] ?? 2_000,
    pattern: SHAPE[shape].pattern,
    description,
    ...more,
  })
}

/** One of a few words. */
export function choice<const Words extends string[]>(words: readonly [...Words], description: string) {
  return Type.Enum(words, { type: 'string', description })
}

/** Where a room lies, for those who go through the house. */
export const roomPlace = {
  floor: Type.Optional(
    shaped('line', 'Floor; empty or left out: all but the last two digits of a number of digits only', {
      maxLength: 40,
      examples: ['3'],
    }),
  ),
  section: Type.Optional(
    shaped('line', 'Part of the house, such as a wing or the round of a housekeeper. Default: empty', {
      maxLength: 40,
      examples: ['West'],
    }),
  ),
}

/** Which there are, the house knows: a hotel may add some of its own. */
export const language = (description: string) => shaped('language', description, { examples: ['de'] })
export const tenantRef = (whose: string) =>
  shaped('tenant', `Tenant that the ${whose} belongs to; empty or left out: none`)
export const port = (description: string) => Type.Integer({ minimum: 1, maximum: 65_535, description })
export const flag = (description: string) => Type.Boolean({ description })
export const keyPattern = (shape: ShapeName) => Type.String({ pattern: SHAPE[shape].pattern })

/** Never shown again once stored. */
export const hidden = (description: string) =>
  Type.String({ minLength: 1, maxLength: 1_000, writeOnly: true, description })

/** How many there are. */
export const count = (description: string) => Type.Integer({ minimum: 0, description })
