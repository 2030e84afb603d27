import type { Client } from 'pg'
import { messageOf } from '../../kernel/failure.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Bell } from './engine.ts'

const CHANNEL = 'reveille'
/** PostgreSQL manual, NOTIFY: a payload is shorter than 8,000 bytes. */
const LONGEST = 7_000

interface Parts {
  readonly clock: Clock
  readonly log: Log
  /** The connection to ring on; null while it is lost. What was to be said then is found by those who look by themselves. */
  client(): Client | null
}

/**
 * Words for the other processes on this database. They are said after a commit and never inside a transaction: there,
 * PostgreSQL would let only one at a time commit (NOTIFY takes a lock on the whole database until then). Many words of a
 * moment go in one statement.
 */
export class PostgresBell implements Bell {
  readonly #parts: Parts
  readonly #listeners: ((word: string) => void)[] = []
  readonly #words = new Set<string>()
  #isRinging = false
  #backend: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  ring(word: string): void {
    this.#words.add(word)
    if (this.#isRinging) return
    this.#isRinging = true
    this.#parts.clock.soon(() => void this.#ring())
  }

  onRing(listener: (word: string) => void): void {
    this.#listeners.push(listener)
  }

  /** Once for each connection. */
  async listenOn(client: Client, backend: number | undefined): Promise<void> {
    this.#backend = backend
    client.on('notification', ({ channel, processId, payload = '' }) => {
      // Our own words come back to us as well.
      if (channel === CHANNEL && processId !== this.#backend) this.#hear(payload)
    })
    await client.query(`listen ${CHANNEL}`)
  }

  #hear(payload: string) {
    for (const word of payload.split('\n')) for (const listener of this.#listeners) listener(word)
  }

  async #ring() {
    while (this.#words.size > 0) {
      const words = this.#take()
      const client = this.#parts.client()
      await client
        ?.query('select pg_notify($1, $2)', [CHANNEL, words.join('\n')])
        .catch((error: unknown) =>
          this.#parts.log.debug(
            { event: 'node.not-told', error: messageOf(error) },
            'Other nodes were not told',
          ),
        )
    }
    this.#isRinging = false
  }

  /** As many as fit into one payload, the first in any case. */
  #take(): string[] {
    const taken: string[] = []
    let length = 0
    for (const word of this.#words) {
      length += Buffer.byteLength(word) + 1
      if (taken.length > 0 && length > LONGEST) break
      taken.push(word)
      this.#words.delete(word)
    }
    return taken
  }
}
