import { Worker } from 'node:worker_threads'
import { type Deferred, deferred } from './deferred.ts'
import { encode, transcode } from './g711.ts'
import { narrowed } from './half-band.ts'
import {
  type Media,
  MediaFailure,
  type MediaOptions,
  type PreparedAudio,
  type StreamOptions,
} from './media-types.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { StreamHandle } from './stream-handle.ts'

export {
  type Media,
  type MediaFailureCode,
  type MediaOptions,
  type MediaStream,
  type PlayOptions,
  type PreparedAudio,
  type PressOptions,
  type RecordOptions,
  type StreamEvents,
  type StreamOptions,
  type StreamReport,
} from './media-types.ts'

/**
 * Makes speech ready to play on any number of streams, whatever codec each agrees on; done once, before the first call.
 * Given as PCMU (bytes), or as 16-bit samples at 16 kHz.
 */
export function prepareAudio(speech: Uint8Array | Int16Array): PreparedAudio {
  if (speech instanceof Int16Array) return preparedWide(speech)
  return {
    pcmu: shared(speech),
    pcma: shared(transcode(speech, 'PCMU', 'PCMA')),
    durationMs: Math.ceil(speech.length / 8),
  }
}

function preparedWide(samples: Int16Array): PreparedAudio {
  const narrow = narrowed(samples)
  const wide = new Int16Array(new SharedArrayBuffer(4 * narrow.length))
  wide.set(samples)
  return {
    pcmu: shared(encode(narrow, 'PCMU')),
    pcma: shared(encode(narrow, 'PCMA')),
    wide,
    durationMs: Math.ceil(narrow.length / 8),
  }
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** Starts the thread that owns every socket and every packet's time, so that no work of this thread is heard. */
export async function openMedia(options: MediaOptions): Promise<Media> {
  const { onFault, onLate, ...data } = options
  const media = new MediaThread(startWorker(data), { onFault, onLate })
  await media.ready
  return media
}

/** Beside the bundle lies the worker's bundle; beside the source its source, which needs a loader (see that file). */
function startWorker(workerData: WorkerOptions): Worker {
  const name = new URL(import.meta.url).pathname.endsWith('.ts')
    ? './media-worker-source.mjs'
    : './media-worker.js'
  return new Worker(new URL(name, import.meta.url), { workerData, name: 'media' })
}

/** Who is told how the thread fares. */
interface Owner {
  readonly onFault: MediaOptions['onFault'] | undefined
  readonly onLate: MediaOptions['onLate'] | undefined
}

class MediaThread implements Media {
  readonly #worker: Worker
  readonly #owner: Owner
  readonly #ready = deferred<void>()
  readonly #exited = deferred<void>()
  readonly #creating = new Map<number, Deferred<StreamHandle>>()
  readonly #streams = new Map<number, StreamHandle>()
  #nextId = 1
  #closed = false

  constructor(worker: Worker, owner: Owner) {
    this.#worker = worker
    this.#owner = owner
    worker.on('message', (message: FromWorker) => this.#hear(message))
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => {
      this.#fail(new MediaFailure('media.closed', 'the media thread has ended'))
      this.#exited.resolve()
    })
  }

  get ready(): Promise<void> {
    return this.#ready.promise
  }

  get size(): number {
    return this.#creating.size + this.#streams.size
  }

  createStream(options: StreamOptions = {}): Promise<StreamHandle> {
    if (this.#closed) return Promise.reject(new MediaFailure('media.closed', 'media is closed'))
    const id = this.#nextId++
    const created = deferred<StreamHandle>()
    this.#creating.set(id, created)
    this.#post({ kind: 'create', id, options })
    return created.promise
  }

  close(): Promise<void> {
    if (!this.#closed) this.#post({ kind: 'close' })
    this.#closed = true
    return this.#exited.promise
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message, [])
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        return this.#ready.resolve()
      case 'late':
        return this.#owner.onLate?.(message.p99Ms)
      case 'created':
        return this.#created(message.id, message.port)
      case 'refused':
        this.#creating.get(message.id)?.reject(new MediaFailure(message.code, message.reason))
        return void this.#creating.delete(message.id)
      case 'news':
        return this.#streams.get(message.id)?.hear(message.news)
      case 'played':
        return this.#streams.get(message.id)?.played(message.play)
      case 'pressed':
        return this.#streams.get(message.id)?.pressed(message.press)
      case 'stopped':
        this.#streams.get(message.id)?.stopped(message.report)
        return void this.#streams.delete(message.id)
    }
  }

  #created(id: number, port: number): void {
    const stream = new StreamHandle(port, (command) => this.#post({ kind: 'command', id, command }))
    this.#streams.set(id, stream)
    this.#creating.get(id)?.resolve(stream)
    this.#creating.delete(id)
  }

  /** The thread is gone: what waits for it fails, and the owner is told unless it closed it. */
  #fail(error: Error): void {
    const unasked = !this.#closed
    this.#closed = true
    this.#ready.reject(error)
    for (const one of this.#creating.values()) one.reject(error)
    for (const stream of this.#streams.values()) stream.failed(error)
    this.#creating.clear()
    this.#streams.clear()
    if (unasked) this.#owner.onFault?.(error)
  }
}
