import type { UserAgent } from '@reveille/sip'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'
import { readTls } from './tls-files.ts'

type Agent = Pick<UserAgent, 'secure' | 'unsecure' | 'secureAddress'>

const SHUT = 'shut'

/** TLS, which is open only while a line wants it, and what its files held when they were last read. */
export class SecureDoor {
  #state = SHUT
  #trouble: string | null = null
  #port: number | null = null

  get trouble(): string | null {
    return this.#trouble
  }

  get port(): number | null {
    return this.#port
  }

  /** True when something is other than it was: certificates, or whether there are any. */
  async adjust(agent: Agent, isWanted: boolean, files: TelephonyFiles): Promise<boolean> {
    const before = this.#state
    if (isWanted) await this.#open(agent, files)
    else if (before !== SHUT) await this.#shut(agent)
    return this.#state !== before
  }

  /** The telephone is gone, and TLS with it. */
  forget(): void {
    this.#state = SHUT
    this.#trouble = null
    this.#port = null
  }

  async #open(agent: Agent, files: TelephonyFiles) {
    const read = await readTls(files)
    if (read.state === this.#state) return
    const why = 'why' in read ? read.why : await opening(() => agent.secure(read.material))
    // What could not be opened is tried again the next time, whatever the files hold.
    this.#state = why ?? read.state
    this.#trouble = why
    this.#port = (await agent.secureAddress().catch(() => null))?.port ?? null
  }

  async #shut(agent: Agent) {
    this.forget()
    await agent.unsecure()
  }
}

async function opening(open: () => Promise<void>): Promise<string | null> {
  try {
    await open()
    return null
  } catch (error) {
    return `TLS cannot be opened: ${messageOf(error)}`
  }
}
