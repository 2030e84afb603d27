import type { AgreedAudio } from '../sdp/offer-answer.ts'
import { type Deferred, deferred } from './deferred.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  RecordOptions,
  StreamEvents,
  StreamReport,
} from './media-types.ts'
import type { StreamCommand, StreamNews } from './messages.ts'

type Listeners = { [Name in keyof StreamEvents]: Set<(...args: StreamEvents[Name]) => void> }

/** The main thread's end of a stream: says what is wanted, and passes on what is told. */
export class StreamHandle implements MediaStream {
  readonly localPort: number
  readonly #send: (command: StreamCommand) => void
  readonly #listeners: Listeners = {
    key: new Set(),
    timeout: new Set(),
    firstPacket: new Set(),
    heard: new Set(),
    played: new Set(),
  }
  readonly #presses = new Map<number, Deferred<void>>()
  readonly #report = deferred<StreamReport>()
  #nextPress = 1
  #lastPlay = 0
  #state: 'open' | 'stopping' | 'stopped' = 'open'

  constructor(localPort: number, send: (command: StreamCommand) => void) {
    this.localPort = localPort
    this.#send = send
  }

  play(audio: PreparedAudio, options: PlayOptions = {}): void {
    this.#lastPlay += 1
    // No more than the thread needs: what else an object carries may not pass to it.
    const { pcmu, pcma, wide, durationMs } = audio
    const sound = { pcmu, pcma, durationMs, ...(wide ? { wide } : {}) }
    this.#say({ kind: 'play', play: this.#lastPlay, audio: sound, options })
  }

  quiet(): void {
    this.#lastPlay += 1
    this.#say({ kind: 'quiet' })
  }

  retarget(agreed: AgreedAudio): void {
    this.#say({ kind: 'retarget', agreed })
  }

  pressKeys(keys: string, options: PressOptions = {}): Promise<void> {
    if (this.#state !== 'open') return Promise.resolve()
    const press = this.#nextPress++
    const sent = deferred<void>()
    this.#presses.set(press, sent)
    this.#say({ kind: 'press', press, keys, options })
    return sent.promise
  }

  startRecording(options: RecordOptions = {}): void {
    this.#say({ kind: 'record', options })
  }

  alive(): void {
    this.#say({ kind: 'alive' })
  }

  stop(): Promise<StreamReport> {
    this.#say({ kind: 'stop' })
    if (this.#state === 'open') this.#state = 'stopping'
    return this.#report.promise
  }

  on<Name extends keyof StreamEvents>(name: Name, listener: (...args: StreamEvents[Name]) => void) {
    const listeners = this.#listeners[name]
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  #say(command: StreamCommand): void {
    if (this.#state === 'open') this.#send(command)
  }

  /** The thread tells something; nothing is told any more once the stream was asked to stop. */
  hear(news: StreamNews): void {
    if (this.#state !== 'open') return
    if (news.name === 'key') for (const listener of this.#listeners.key) listener(...news.args)
    else for (const listener of this.#listeners[news.name]) listener()
  }

  /** A playback that was replaced meanwhile is not reported. */
  played(play: number): void {
    if (this.#state !== 'open' || play !== this.#lastPlay) return
    for (const listener of this.#listeners.played) listener()
  }

  pressed(press: number): void {
    this.#presses.get(press)?.resolve()
    this.#presses.delete(press)
  }

  stopped(report: StreamReport): void {
    this.#end()
    this.#report.resolve(report)
  }

  failed(error: Error): void {
    this.#end()
    this.#report.reject(error)
  }

  #end(): void {
    this.#state = 'stopped'
    for (const press of this.#presses.keys()) this.pressed(press)
  }
}
