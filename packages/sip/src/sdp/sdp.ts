/** As much of a session description as audio calls need. RFC 8866, RFC 4566. */
export interface SessionDescription {
  readonly origin: { readonly id: string; readonly version: number; readonly host: string }
  /** The address for media that name none of their own. */
  readonly connection: string | null
  readonly direction: Direction | null
  readonly media: readonly SdpMedia[]
}

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

export interface SdpMedia {
  readonly type: string
  readonly port: number
  readonly protocol: string
  /** Payload types, in the order of preference. */
  readonly formats: readonly string[]
  readonly connection: string | null
  readonly direction: Direction | null
  readonly rtpmap: ReadonlyMap<string, string>
  readonly fmtp: ReadonlyMap<string, string>
  readonly ptime: number | null
  /** What its `a=crypto` lines say, in the order of preference (RFC 4568 4); left out where there are none. */
  readonly crypto?: readonly string[]
}

const DIRECTIONS: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive']

/** More than any phone says; our answer has a line for each of theirs, and must fit into a datagram. */
const MOST_LINES = 1_000
const MOST_MEDIA = 16
const MOST_FORMATS = 64
const MOST_CRYPTO = 64

/** Null when it is not a session description; unknown lines are ignored (RFC 8866 5). */
export function parseSdp(text: string): SessionDescription | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  if (lines.length > MOST_LINES || !lines[0]?.startsWith('v=') || lines.some((line) => !/^[a-z]=/.test(line)))
    return null
  const starts = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []))
  const session = lines.slice(0, starts[0] ?? lines.length)
  const origin = readOrigin(valueOf(session, 'o'))
  if (!origin || starts.length > MOST_MEDIA) return null
  const media = starts.map((start, at) => readMedia(lines.slice(start, starts[at + 1])))
  if (media.includes(null)) return null
  return {
    origin,
    connection: readConnection(session),
    direction: readDirection(session),
    media: media.filter((one) => one !== null),
  }
}

const valueOf = (lines: readonly string[], type: string) =>
  lines.find((line) => line.startsWith(`${type}=`))?.slice(2)

/** RFC 8866 5.2: numbers without a bound, mostly of 64 bits; larger ones are capped. */
function readOrigin(text = ''): SessionDescription['origin'] | null {
  const [, id, version = '', , , host] = text.split(' ')
  return id !== undefined && /^\d{1,20}$/.test(version) && host !== undefined
    ? { id, version: Math.min(Number(version), Number.MAX_SAFE_INTEGER), host }
    : null
}

/** `IN IP4 10.0.0.5`, with or without a time to live. */
const readConnection = (lines: readonly string[]) =>
  /^IN IP[46] ([\w.:-]{1,255})(?:\/|$)/.exec(valueOf(lines, 'c')?.trim() ?? '')?.[1] ?? null

const readDirection = (lines: readonly string[]) =>
  (lines.map((line) => line.slice(2)).find((value) => DIRECTIONS.includes(value)) as Direction | undefined) ??
  null

function readMedia(lines: readonly string[]): SdpMedia | null {
  const match = /^m=(\S{1,32}) (\d{1,5})(?:\/\d{1,5})? (\S{1,64})((?: \S{1,64})*)$/.exec(
    lines[0]?.trim() ?? '',
  )
  const formats = (match?.[4] ?? '').split(' ').filter(Boolean)
  if (!match || Number(match[2]) > 65_535 || formats.length > MOST_FORMATS) return null
  return {
    type: String(match[1]),
    port: Number(match[2]),
    protocol: String(match[3]),
    formats,
    connection: readConnection(lines),
    direction: readDirection(lines),
    rtpmap: readMap(lines, 'rtpmap'),
    fmtp: readMap(lines, 'fmtp'),
    ...readCryptoLines(lines),
    ptime: Number(/^a=ptime:(\d{1,3})(?:\.\d+)?[ \t]*$/m.exec(lines.join('\n'))?.[1] ?? 0) || null,
  }
}

function readCryptoLines(lines: readonly string[]): Pick<SdpMedia, 'crypto'> {
  const crypto = lines.filter((line) => line.startsWith(CRYPTO)).map((line) => line.slice(CRYPTO.length))
  return crypto.length === 0 ? {} : { crypto: crypto.slice(0, MOST_CRYPTO) }
}

const CRYPTO = 'a=crypto:'

function readMap(lines: readonly string[], name: string): Map<string, string> {
  const entries = lines.flatMap((line) => {
    const match = new RegExp(`^a=${name}:(\\d{1,3}) (.*)$`).exec(line)
    // RFC 3550 5.1: a payload type has seven bits.
    return match && Number(match[1]) < 128 ? [[String(match[1]), String(match[2])] as const] : []
  })
  return new Map(entries)
}

export function writeSdp(description: SessionDescription): string {
  const { origin, connection, direction, media } = description
  const lines = [
    'v=0',
    `o=- ${origin.id} ${origin.version} IN ${family(origin.host)} ${origin.host}`,
    's=-',
    ...(connection === null ? [] : [`c=IN ${family(connection)} ${connection}`]),
    't=0 0',
    ...(direction === null ? [] : [`a=${direction}`]),
    ...media.flatMap(mediaLines),
  ]
  return `${lines.join('\r\n')}\r\n`
}

const family = (host: string) => (host.includes(':') ? 'IP6' : 'IP4')

const mediaLines = (media: SdpMedia) => [
  `m=${media.type} ${media.port} ${media.protocol} ${media.formats.join(' ')}`,
  ...(media.connection === null ? [] : [`c=IN ${family(media.connection)} ${media.connection}`]),
  ...(media.crypto ?? []).map((line) => `${CRYPTO}${line}`),
  ...Array.from(media.rtpmap, ([format, codec]) => `a=rtpmap:${format} ${codec}`),
  ...Array.from(media.fmtp, ([format, text]) => `a=fmtp:${format} ${text}`),
  ...(media.ptime === null ? [] : [`a=ptime:${media.ptime}`]),
  ...(media.direction === null ? [] : [`a=${media.direction}`]),
]
