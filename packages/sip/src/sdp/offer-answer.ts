import {
  chooseCrypto,
  type Chosen,
  agreedKeys,
  matchCrypto,
  type SecureAudio,
  type SrtpKeys,
  writeCrypto,
} from './crypto.ts'
import type { Codec, Law } from '../messages/codec.ts'
import { type Direction, type SdpMedia, type SessionDescription } from './sdp.ts'

export type { Codec, Law }

/** Audio as both sides have agreed it. RFC 3264. */
export interface AgreedAudio {
  readonly codec: Codec
  readonly payloadType: number
  /** Where the other side wants its audio. */
  readonly remote: { readonly host: string; readonly port: number }
  /** The payload type on which the other side takes telephone events; null when it takes none. */
  readonly eventType: number | null
  /** What we may do: send while the other side listens, listen while it sends. */
  readonly direction: Direction
  readonly ptime: number
  /** Left out where the audio is plain. */
  readonly srtp?: SrtpKeys
}

export interface LocalAudio {
  readonly host: string
  readonly port: number
  readonly sessionId: string
  readonly version: number
  readonly direction: Direction
  /** Left out where we speak plainly only. */
  readonly secure?: SecureAudio
  /** What we speak, the most wanted first; both laws unless said. */
  readonly codecs?: readonly Codec[]
}

/** RFC 3551: the static payload types; an answer need not say what they are. */
const STATIC: Readonly<Record<string, Codec>> = { '0': 'PCMU', '8': 'PCMA', '9': 'G722' }
const FORMATS: Readonly<Record<Codec, string>> = { PCMU: '0', PCMA: '8', G722: '9' }
const USUAL: readonly Codec[] = ['PCMU', 'PCMA']
const EVENT_TYPE = 101
const PTIME = 20

/** What we offer: our codecs in their order, and telephone events. */
export function makeOffer(local: LocalAudio): SessionDescription {
  const { codecs = USUAL } = local
  const media: SdpMedia = {
    type: 'audio',
    port: local.port,
    ...transportOf(local),
    formats: [...codecs.map((codec) => FORMATS[codec]), String(EVENT_TYPE)],
    connection: null,
    direction: local.direction,
    rtpmap: new Map([
      // RFC 3551 4.5.2: G.722 has 16,000 samples a second, and by an old mistake says 8,000.
      ...codecs.map((codec) => [FORMATS[codec], `${codec}/8000`] as const),
      [String(EVENT_TYPE), 'telephone-event/8000'],
    ]),
    fmtp: new Map([[String(EVENT_TYPE), '0-16']]),
    ptime: PTIME,
  }
  return describe(local, [media])
}

/** RFC 4568 5.1.1: with keys it is offered as secure, and only so. */
const transportOf = ({ secure }: LocalAudio): Pick<SdpMedia, 'protocol' | 'crypto'> =>
  secure ? { protocol: 'RTP/SAVP', crypto: secure.keys.map(writeCrypto) } : { protocol: 'RTP/AVP' }

const describe = (local: LocalAudio, media: readonly SdpMedia[]): SessionDescription => ({
  origin: { id: local.sessionId, version: local.version, host: local.host },
  connection: local.host,
  direction: null,
  media,
})

/** What of ours a description is held against: as an answer to what we offered, or as an offer to answer. */
type Against = Pick<LocalAudio, 'secure' | 'codecs'>

/** What an offer of the other side means for us; null when no audio is left. */
export function agreedWith(theirs: SessionDescription, ours: Against = {}): AgreedAudio | null {
  return agreedOn(theirs, takenOf(theirs, ours, chooseCrypto), ours.codecs)
}

/** What an answer to our offer means; null when no audio is left. */
export function agreedByAnswer(theirs: SessionDescription, ours: Against = {}): AgreedAudio | null {
  return agreedOn(theirs, takenOf(theirs, ours, matchCrypto), ours.codecs)
}

/** The audio of a description that we can talk with, and the keys for it. */
interface Taken {
  readonly media: SdpMedia
  readonly chosen: Chosen | null
}

type Choose = (lines: readonly string[], ours: SecureAudio) => Chosen | null

/** Secure audio before plain, where both are there; plain only where it need not be secure. */
function takenOf(theirs: SessionDescription, { secure }: Against, choose: Choose): Taken | null {
  const offered = theirs.media.filter(({ type }) => type === 'audio')
  for (const media of secure ? offered.filter(isSecure) : []) {
    const chosen = secure ? choose(media.crypto ?? [], secure) : null
    if (chosen) return { media, chosen }
  }
  const plain = secure?.isRequired ? undefined : offered.find(isPlain)
  return plain ? { media: plain, chosen: null } : null
}

function agreedOn(
  theirs: SessionDescription,
  taken: Taken | null,
  codecs: readonly Codec[] = USUAL,
): AgreedAudio | null {
  const media = taken?.media
  const host = media?.connection ?? theirs.connection
  if (!taken || !media || media.port === 0 || host === null) return null
  const spoken = (format: string) => codecs.find((one) => one === codecOf(media, format)) ?? null
  const payload = media.formats.find((format) => spoken(format) !== null)
  const codec = payload === undefined ? null : spoken(payload)
  if (payload === undefined || codec === null) return null
  const event = media.formats.find((format) => /^telephone-event\/8000/i.test(media.rtpmap.get(format) ?? ''))
  return {
    codec,
    payloadType: Number(payload),
    remote: { host, port: media.port },
    eventType: event === undefined ? null : Number(event),
    direction: mirrored(directionOf(theirs, media, host)),
    ptime: media.ptime ?? PTIME,
    ...(taken.chosen ? { srtp: agreedKeys(taken.chosen) } : {}),
  }
}

const isPlain = ({ protocol }: SdpMedia) => /^RTP\/AVPF?$/.test(protocol)
const isSecure = ({ protocol }: SdpMedia) => /^RTP\/SAVPF?$/.test(protocol)

function codecOf(media: SdpMedia, format: string): Codec | null {
  const named = media.rtpmap.get(format)
  if (named === undefined) return STATIC[format] ?? null
  const match = /^(PCMU|PCMA|G722)\/8000(?:\/1)?$/i.exec(named)
  return match ? (String(match[1]).toUpperCase() as Codec) : null
}

/** RFC 3264 8.4: the old way to hold a call was an all-zero address. */
function directionOf(session: SessionDescription, media: SdpMedia, host: string): Direction {
  if (host === '0.0.0.0' || host === '::') return 'inactive'
  return media.direction ?? session.direction ?? 'sendrecv'
}

/** RFC 3264 6.1: what is sending there is receiving here. */
export function mirrored(direction: Direction): Direction {
  if (direction === 'sendonly') return 'recvonly'
  return direction === 'recvonly' ? 'sendonly' : direction
}

/**
 * Our answer to an offer: a line for each of theirs, in their order (RFC 3264 6); the first audio we understand is
 * taken, everything else is refused with port 0.
 */
export function makeAnswer(offer: SessionDescription, local: LocalAudio): SessionDescription | null {
  const taken = takenOf(offer, local, chooseCrypto)
  const agreed = agreedOn(offer, taken, local.codecs)
  if (!agreed || !taken) return null
  return describe(
    local,
    offer.media.map((media) => (media === taken.media ? accepted(taken, agreed, local) : refused(media))),
  )
}

/** RFC 3264 6: of a refused line only its place and its formats matter. */
const refused = ({ crypto: _, ...media }: SdpMedia): SdpMedia => ({
  ...media,
  port: 0,
  connection: null,
  direction: null,
  rtpmap: new Map(),
  fmtp: new Map(),
  ptime: null,
})

function accepted({ media: theirs, chosen }: Taken, agreed: AgreedAudio, local: LocalAudio): SdpMedia {
  const { crypto: _, ...media } = theirs
  const payload = String(agreed.payloadType)
  const event = agreed.eventType === null ? [] : [String(agreed.eventType)]
  return {
    ...media,
    port: local.port,
    ...(chosen ? { crypto: [writeCrypto(chosen.own)] } : {}),
    formats: [payload, ...event],
    connection: null,
    direction: narrower(agreed.direction, local.direction),
    rtpmap: new Map([
      [payload, `${agreed.codec}/8000`],
      ...event.map((format) => [format, 'telephone-event/8000'] as const),
    ]),
    fmtp: new Map(event.map((format) => [format, '0-16'] as const)),
    ptime: PTIME,
  }
}

/** Both must be willing. */
function narrower(one: Direction, other: Direction): Direction {
  const sends = one.startsWith('send') && other.startsWith('send')
  const receives = /recv/.test(one) && /recv/.test(other)
  if (sends && receives) return 'sendrecv'
  if (sends) return 'sendonly'
  return receives ? 'recvonly' : 'inactive'
}
