import type { AnswerOf, RequestOf } from '@reveille/contract'
import { Watched } from '../kernel/listeners.ts'
import { Failure } from '../kernel/failure.ts'
import type { Client } from './client.ts'

/** Who sits at the screen, and all that a page must know before it shows anything. */
export type Session = AnswerOf<'session.get'>

export type Credentials = RequestOf<'session.open'>['body']

/** `unknown`: the server was not asked yet. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'somebody'; readonly session: Session }

const plain = { isPlain: true } as const

/** Signing in and out. What it knows is the same for the whole page. */
export class Sessions {
  readonly state = new Watched<SessionState>({ kind: 'unknown' })
  readonly #client: () => Client

  constructor(client: () => Client) {
    this.#client = client
  }

  csrf = (): string => {
    const state = this.state.get()
    return state.kind === 'somebody' ? (state.session.csrf ?? '') : ''
  }

  /** Asks who sits here; nobody is an answer too. Once: whoever waits for it tells at once why it takes long. */
  async refresh(isOnce = false): Promise<void> {
    try {
      this.#know(await this.#client().call('session.get', {}, { ...plain, isOnce }))
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'signed-out') throw error
      this.forget()
    }
  }

  /** Asks again, while a page is shown: whoever is no longer signed in does so over the page. */
  async check(): Promise<void> {
    this.#know(await this.#client().call('session.get', {}))
  }

  async signIn(credentials: Credentials): Promise<void> {
    this.#know(await this.#client().call('session.open', { body: credentials }, plain))
  }

  async signOut(): Promise<void> {
    await this.#client().call('session.close', {}, plain)
    this.forget()
  }

  async lock(): Promise<void> {
    await this.#client().call('session.lock', { body: {} }, plain)
    await this.refresh()
  }

  async unlock(by: RequestOf<'session.unlock'>['body']): Promise<void> {
    await this.#client().call('session.unlock', { body: by }, plain)
    await this.refresh()
  }

  forget(): void {
    this.state.set({ kind: 'nobody' })
  }

  #know(session: Session): void {
    this.state.set({ kind: 'somebody', session })
  }
}
