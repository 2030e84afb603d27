import type { Random } from '../transactions/clock.ts'
import type { Address } from '../messages/address.ts'
import type { AgreedAudio, Codec } from '../sdp/offer-answer.ts'
import { type PacketContent, contentOf, Incoming } from './incoming.ts'
import type { StreamOptions, StreamReport } from './media-types.ts'
import type { StreamCommand, StreamNews } from './messages.ts'
import { Outgoing, packetTime } from './outgoing.ts'
import { RemoteAddress } from './remote-address.ts'
import { parseRtcp, writeGoodbye, writeReport } from './rtcp.ts'
import { parseRtp } from './rtp.ts'
import { type Sign, SignsOfLife } from './signs-of-life.ts'
import { Srtp } from './srtp.ts'

/** The world outside a stream. */
export interface StreamEffects {
  sendRtp(packet: Uint8Array, to: Address): void
  sendRtcp(packet: Uint8Array, to: Address): void
  tell(news: StreamNews): void
  played(play: number): void
  pressed(press: number): void
}

/** Both clocks: the steady one that paces, and the one on the wall that RTCP tells. */
export interface StreamTime {
  steady(): number
  wall(): number
}

const TIMEOUT_MS = 30_000
const RECORD_MS = 60_000
const RTCP_MS = 5_000
const IDLE_MS = 20
/** How long our last word may echo back to us. */
const ECHO_MS = 200

/** A key is a packet, but no stream of them. */
const SIGN_OF: Readonly<Record<PacketContent['kind'], Sign>> = {
  audio: 'audio',
  noise: 'noise',
  event: 'other',
}

/**
 * One call's audio, without its sockets.
 *
 *     waiting ── agreed ──▶ talking ◀── agreed: hold, resume ──▶ held
 *
 * While waiting, nothing is sent and what comes is early media, which counts for nothing. While held, nothing is
 * sent, the playback stands still, the timestamps run on, and silence of the other side is no time-out.
 */
export class Stream {
  readonly #effects: StreamEffects
  readonly #time: StreamTime
  readonly #random: Random
  readonly #ssrc: number
  readonly #cname: string
  readonly #outgoing: Outgoing
  readonly #incoming: Incoming
  readonly #remote: RemoteAddress
  readonly #timeoutMs: number
  #agreed: AgreedAudio | null = null
  #srtp: Srtp | null = null
  #play = 0
  #heardFirst = false
  readonly #signs: SignsOfLife
  /** So much is to be heard before that is told; told once. */
  #heardEnoughMs: number
  #timedOut = false
  #lastSpoke = -Infinity
  #nextRtcp = 0

  constructor(effects: StreamEffects, time: StreamTime, random: Random, options: StreamOptions = {}) {
    this.#effects = effects
    this.#time = time
    this.#random = random
    this.#ssrc = random.integer(0, 2 ** 32)
    // RFC 7022 4.2: a name that tells nothing about us.
    this.#cname = random.token(16)
    this.#outgoing = new Outgoing({
      ssrc: this.#ssrc,
      sequence: random.integer(0, 2 ** 16),
      timestamp: random.integer(0, 2 ** 32),
    })
    this.#incoming = new Incoming(options)
    this.#remote = new RemoteAddress(options)
    this.#signs = new SignsOfLife(time.steady())
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#heardEnoughMs = options.heardEnoughMs ?? Infinity
    if (options.agreed) this.retarget(options.agreed)
  }

  get periodMs(): number {
    return this.#agreed ? packetTime(this.#agreed.ptime) : IDLE_MS
  }

  /** Everything but `stop`, which is the owner's. */
  obey(command: Exclude<StreamCommand, { kind: 'stop' }>): void {
    switch (command.kind) {
      case 'play':
        this.#play = command.play
        return this.#outgoing.play(command.audio, command.options)
      case 'quiet':
        return this.#outgoing.quiet()
      case 'retarget':
        return this.retarget(command.agreed)
      case 'press':
        this.#outgoing.press(command.keys, command.options, () => this.#effects.pressed(command.press))
        return this.#dropUselessPresses()
      case 'record':
        return this.#incoming.record(command.options.maxMs ?? RECORD_MS)
      case 'alive':
        return this.#note('other')
    }
  }

  retarget(agreed: AgreedAudio): void {
    const talked = this.#agreed?.direction === 'sendrecv'
    const moved = this.#remote.tell(agreed.remote, this.#time.steady())
    this.#agreed = agreed
    this.#secure(agreed)
    this.#dropUselessPresses()
    if (moved) this.#outgoing.beginAnew()
    if (!moved && talked) return
    const now = this.#time.steady()
    this.#incoming.rest()
    if (moved) this.#signs.expectAnother(now)
    else this.#signs.expect(now)
    this.#timedOut = false
    this.#nextRtcp = now + this.#rtcpInterval()
  }

  #secure({ srtp }: AgreedAudio): void {
    if (srtp && this.#srtp) return this.#srtp.follow(srtp)
    this.#srtp = srtp ? new Srtp(srtp) : null
    if (srtp) this.#outgoing.beginLow()
  }

  #note(sign: Sign): void {
    this.#signs.note(sign, this.#time.steady(), this.#outgoing.saidMs)
    this.#timedOut = false
  }

  #dropUselessPresses(): void {
    if (this.#agreed?.eventType === null) this.#outgoing.dropPresses()
  }

  /** A packet's time has come; `missed` before it were too late to be sent. */
  tick(missed: number): void {
    if (!this.#agreed) return
    const { packets, ended } = this.#outgoing.step(this.#agreed, missed)
    const target = this.#remote.target
    if (target) for (const packet of packets) this.#effects.sendRtp(this.#sealed(packet), target)
    if (this.#incoming.hearsMachines) for (const packet of packets) this.#noteOwn(packet, this.#agreed.codec)
    if (ended) this.#effects.played(this.#play)
    const now = this.#time.steady()
    if (this.#outgoing.speaking) this.#lastSpoke = now
    if (this.#heardMs(now) >= this.#heardEnoughMs) this.#tellHeard()
    this.#watch(now)
    if (now >= this.#nextRtcp) this.#report(now)
  }

  #sealed(packet: Uint8Array): Uint8Array {
    return this.#srtp ? this.#srtp.sealRtp(packet) : packet
  }

  #noteOwn(packet: Uint8Array, codec: Codec): void {
    const { payload, law } = this.#outgoing.soundOf(packet, codec)
    this.#incoming.noteOwn(payload, law)
  }

  #watch(now: number): void {
    if (this.#timedOut || this.#agreed?.direction !== 'sendrecv') return
    if (now - this.#signs.lastAt < this.#timeoutMs) return
    // A side that sends nothing may listen all the same: it hears what we have to say to its end.
    if (this.#signs.isUnheard && this.#outgoing.willEnd) return
    this.#timedOut = true
    this.#effects.tell({ name: 'timeout', args: [] })
  }

  #heardMs(now: number): number {
    return this.#signs.heardMs(this.#outgoing.saidMs, now)
  }

  #tellHeard(): void {
    this.#heardEnoughMs = Infinity
    this.#effects.tell({ name: 'heard', args: [] })
  }

  receive(bytes: Uint8Array, from: Address): void {
    // What nobody vouches for is not looked at: it can neither press keys nor lead our audio away.
    const plain = this.#srtp ? this.#srtp.openRtp(bytes) : bytes
    const packet = plain && parseRtp(plain)
    const content = packet && this.#agreed && contentOf(packet, this.#agreed)
    const now = this.#time.steady()
    if (!packet || !content || !this.#remote.accepts(from, now)) return
    this.#note(SIGN_OF[content.kind])
    if (!this.#heardFirst) this.#effects.tell({ name: 'firstPacket', args: [] })
    this.#heardFirst = true
    const speaking = now - this.#lastSpoke < ECHO_MS
    const held = this.#agreed?.direction !== 'sendrecv'
    for (const key of this.#incoming.receive(packet, content, { now, speaking, held }))
      this.#effects.tell({ name: 'key', args: [key] })
  }

  /** Reports are a sign of life too: a phone that sends nothing while its guest is quiet still reports. */
  receiveRtcp(bytes: Uint8Array, from: Address): void {
    if (from.host !== this.#remote.target?.host) return
    const plain = this.#srtp ? this.#srtp.openRtcp(bytes) : bytes
    const news = plain && parseRtcp(plain)
    if (!news) return
    const now = this.#time.steady()
    if (news.bye.length === 0) this.#note('report')
    if (news.senderReport)
      this.#incoming.noteSenderReport(news.senderReport.ssrc, news.senderReport.middle, now)
  }

  #report(now: number): void {
    this.#nextRtcp = now + this.#rtcpInterval()
    const sender = this.#outgoing.senderInfo(this.#time.wall())
    const blocks = this.#incoming.takeReportBlocks(now)
    this.#sendRtcp(writeReport(this.#ssrc, this.#cname, sender, blocks))
  }

  /** RFC 3550 6.3.1: between half and one and a half of five seconds, so that reports do not coincide. */
  #rtcpInterval(): number {
    return this.#random.integer(RTCP_MS / 2, (RTCP_MS * 3) / 2)
  }

  /** RFC 3550 11: the next port. Not to an address of nowhere, which means hold (RFC 3264 8.4). */
  #sendRtcp(packet: Uint8Array): void {
    const target = this.#remote.target
    if (!target || target.host === '0.0.0.0' || target.host === '::' || target.port >= 65_535) return
    const sealed = this.#srtp ? this.#srtp.sealRtcp(packet) : packet
    this.#effects.sendRtcp(sealed, { host: target.host, port: target.port + 1 })
  }

  /** Says goodbye (RFC 3550 6.6); nothing is sent after this. */
  stop(): StreamReport {
    const { rounds, sent, skipped } = this.#outgoing
    const heardMs = this.#heardMs(this.#time.steady())
    if (sent > 0) {
      const sender = this.#outgoing.senderInfo(this.#time.wall())
      this.#sendRtcp(writeGoodbye(this.#ssrc, this.#cname, sender))
    }
    this.#agreed = null
    this.#outgoing.dropPresses()
    return { heardMs, rounds, sent, skipped, ...this.#incoming.report }
  }
}
