import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { IncomingEnd } from '../../src/call/incoming-call.ts'
import { wavOf } from './heard.ts'

/** Writes what calls heard, one file each. */
export class Recordings {
  readonly #folder: string
  readonly #complain: (line: string) => void
  readonly #writing = new Set<Promise<void>>()

  private constructor(folder: string, complain: (line: string) => void) {
    this.#folder = folder
    this.#complain = complain
  }

  static async open(folder: string, complain: (line: string) => void): Promise<Recordings> {
    await mkdir(folder, { recursive: true })
    return new Recordings(folder, complain)
  }

  /** The file that it will be; null when there is nothing to keep. */
  keep(end: IncomingEnd, call: { id: number; number: string; at: number }): string | null {
    const recording = end.kind === 'answered' ? end.report?.recording : null
    if (!recording) return null
    const file = path.join(this.#folder, fileName(call))
    const writing = writeFile(file, wavOf(recording))
      .catch((error: unknown) => this.#complain(`${file} could not be written: ${String(error)}`))
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
    return file
  }

  async close() {
    await Promise.all(this.#writing)
  }
}

/** 20261115-070012-0001-101.wav: sorted by time, and never twice the same in one run. */
function fileName({ id, number, at }: { id: number; number: string; at: number }): string {
  const moment = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString()
  const [day, time] = [moment.slice(0, 10).replaceAll('-', ''), moment.slice(11, 19).replaceAll(':', '')]
  const safe = number.replaceAll(/[^\w+]/g, '_')
  return `${day}-${time}-${String(id).padStart(4, '0')}-${safe}.wav`
}
