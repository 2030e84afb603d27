import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP, isIPv6 } from 'node:net'
import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock, systemRandom, type Timer } from '../transactions/clock.ts'
import { type Address, plainAddress } from '../messages/address.ts'
import { hostFor } from '../transport/flow.ts'
import type { AgreedAudio } from '../sdp/offer-answer.ts'
import { Lateness } from './lateness.ts'
import { MediaFailure, type StreamOptions } from './media-types.ts'
import type { FromWorker, StreamCommand, ToWorker, WorkerOptions } from './messages.ts'
import { PortPool } from './port-pool.ts'
import { Stream } from './stream.ts'
import { type WheelTurn, Wheel } from './wheel.ts'

/** The media thread: it owns the sockets and the time of every packet, and does nothing else. */

const REST_MS = 5_000
/** Packets later than this are heard as gaps. */
const AUDIBLE_MS = 20

interface Place {
  readonly stream: Stream
  readonly turn: WheelTurn
  readonly port: number
  readonly rtp: Socket
  readonly rtcp: Socket
  /** Counts the descriptions, so that a slow lookup does not undo the next address. */
  told: number
}

const now = () => performance.now()
const time = { steady: now, wall: () => systemClock.now() }
const nothing = () => {}

class MediaRoom {
  readonly #options: WorkerOptions
  readonly #post: (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void
  readonly #ports: PortPool
  readonly #wheel = new Wheel(now())
  readonly #places = new Map<number, Place>()
  readonly #lateness = new Lateness()
  /** Whether addresses of the other family come in the guise of this one (RFC 4291 2.5.5.2). */
  readonly #takesBoth: boolean
  #timer: Timer | null = null
  /** When the next packet is due. */
  #dueAt = Infinity
  /** Streams that wait to be made, one in each turn of the loop: packets go out in between. */
  #waiting = Promise.resolve()
  #closed = false

  constructor(
    options: WorkerOptions,
    post: (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void,
  ) {
    this.#options = options
    this.#takesBoth = isIPv6(options.host)
    this.#post = post
    this.#ports = new PortPool(
      options.ports,
      options.reuseDelayMs ?? REST_MS,
      systemRandom.integer(0, 32_768),
    )
  }

  create(id: number, options: StreamOptions): void {
    this.#waiting = this.#waiting.then(aTurn).then(() => this.#create(id, options))
  }

  async #create(id: number, options: StreamOptions): Promise<void> {
    try {
      const sockets = await this.#openSockets()
      if (this.#closed) return closeBoth(sockets)
      this.#place(id, options, sockets)
      this.#post({ kind: 'created', id, port: sockets.port })
    } catch (error) {
      const code = error instanceof MediaFailure ? error.code : 'media.socket'
      this.#post({ kind: 'refused', id, code, reason: String(error) })
    }
  }

  /** A port that another process has is skipped. */
  async #openSockets(): Promise<{ port: number; rtp: Socket; rtcp: Socket }> {
    for (;;) {
      const port = this.#ports.take(now())
      if (port === null) throw new MediaFailure('media.no-port', 'no port of the range is free')
      try {
        return await openPair(port, this.#options.host)
      } catch (error) {
        this.#ports.giveBack(port, now(), true)
        if (!isTaken(error)) throw error
      }
    }
  }

  #place(
    id: number,
    options: StreamOptions,
    { port, rtp, rtcp }: { port: number; rtp: Socket; rtcp: Socket },
  ) {
    const { agreed, ...rest } = options
    const stream = new Stream(
      {
        sendRtp: (packet, to) => this.#send(rtp, packet, to),
        sendRtcp: (packet, to) => this.#send(rtcp, packet, to),
        tell: (news) => this.#post({ kind: 'news', id, news }),
        played: (play) => this.#post({ kind: 'played', id, play }),
        pressed: (press) => this.#post({ kind: 'pressed', id, press }),
      },
      time,
      systemRandom,
      rest,
    )
    rtp.on('message', (bytes, from) => {
      stream.receive(bytes, this.#sourceOf(from))
      this.keepUp()
    })
    rtcp.on('message', (bytes, from) => stream.receiveRtcp(bytes, this.#sourceOf(from)))
    const place: Place = { stream, turn: turnOf(stream), port, rtp, rtcp, told: 0 }
    this.#places.set(id, place)
    if (agreed) this.#retarget(place, agreed)
  }

  /** Losses are left to the time-out; a failed send must not end the thread that serves all calls. */
  #send(socket: Socket, packet: Uint8Array, { host, port }: Address): void {
    if (port <= 0 || port > 65_535) return
    socket.send(packet, port, this.#takesBoth ? hostFor(this.#options.host, host) : host, nothing)
  }

  #sourceOf({ address: host, port }: RemoteInfo): Address {
    return this.#takesBoth ? plainAddress({ host, port }) : { host, port }
  }

  command(id: number, command: StreamCommand): void {
    const place = this.#places.get(id)
    if (!place) return
    if (command.kind === 'stop') this.#stop(id, place)
    else if (command.kind === 'retarget') this.#retarget(place, command.agreed)
    else place.stream.obey(command)
  }

  /** RFC 8866 5.7 lets a description give a name; it is looked up once, not for each packet. */
  #retarget(place: Place, agreed: AgreedAudio): void {
    place.told += 1
    const { told } = place
    const { host, port } = agreed.remote
    if (isIP(host)) return this.#speak(place, agreed)
    // An unknown name leaves the audio where it was.
    void lookup(host).then(
      ({ address }) =>
        place.told === told && this.#speak(place, { ...agreed, remote: { host: address, port } }),
      nothing,
    )
  }

  /** It takes turns only from here on: a ringing phone has a port, but costs no time. */
  #speak(place: Place, agreed: AgreedAudio): void {
    place.stream.retarget(agreed)
    this.#wheel.add(place.turn, now())
    this.#wind()
  }

  #stop(id: number, place: Place): void {
    this.#places.delete(id)
    this.#wheel.remove(place.turn)
    place.told += 1
    const report = place.stream.stop()
    closeBoth(place)
    this.#ports.giveBack(place.port, now())
    const buffer = report.recording?.buffer
    this.#post({ kind: 'stopped', id, report }, buffer instanceof ArrayBuffer ? [buffer] : [])
  }

  close(): void {
    this.#closed = true
    for (const [id, place] of this.#places) this.#stop(id, place)
    this.#timer?.cancel()
  }

  /** Sleeps until the next packet is due; the wheel makes up for what the timer is late. */
  #wind(): void {
    this.#timer?.cancel()
    const time = now()
    const wait = this.#wheel.waitMs(time)
    this.#dueAt = wait === null ? Infinity : time + wait
    this.#timer = wait === null ? null : systemClock.after(Math.max(1, Math.floor(wait)), () => this.#turn())
  }

  /** Whatever else is to be done, a packet whose time has come goes first: a hundred calls may be answered at once. */
  keepUp(): void {
    if (now() >= this.#dueAt) this.#turn()
  }

  #turn(): void {
    const time = now()
    const p99Ms = this.#lateness.note(time - this.#dueAt, time)
    if (p99Ms !== null && p99Ms > AUDIBLE_MS) this.#post({ kind: 'late', p99Ms })
    this.#wheel.advance(time)
    this.#wind()
  }
}

const aTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

const turnOf = (stream: Stream): WheelTurn => ({
  get periodMs() {
    return stream.periodMs
  },
  run: (missed) => stream.tick(missed),
})

async function openPair(port: number, host: string): Promise<{ port: number; rtp: Socket; rtcp: Socket }> {
  const rtp = await bind({ host, port })
  try {
    return { port, rtp, rtcp: await bind({ host, port: port + 1 }) }
  } catch (error) {
    rtp.close()
    throw error
  }
}

async function bind({ host, port }: Address): Promise<Socket> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    socket.bind({ port, address: host, exclusive: true })
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  // A refused datagram (ICMP) is ignored: the time-out reports a peer that is gone.
  socket.on('error', nothing)
  return socket
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')

/** Only after the goodbye, which is still being sent. */
function closeBoth({ rtp, rtcp }: { rtp: Socket; rtcp: Socket }): void {
  setImmediate(() => {
    rtp.close()
    rtcp.close()
  })
}

const AHEAD = -10

/** Where we are allowed to, this thread goes before everything else on the machine: it has little to do, but on time. */
function goAhead(): void {
  try {
    setPriority(AHEAD)
  } catch {
    // Not allowed: normal priority, then.
  }
}

function serve(): void {
  const port = parentPort
  if (!port) return
  goAhead()
  const room = new MediaRoom(workerData as WorkerOptions, (message, transfer) => {
    port.postMessage(message, transfer ?? [])
  })
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'create') room.create(message.id, message.options)
    else if (message.kind === 'command') room.command(message.id, message.command)
    else {
      room.close()
      port.close()
    }
    room.keepUp()
  })
  port.postMessage({ kind: 'ready' } satisfies FromWorker, [])
}

serve()
