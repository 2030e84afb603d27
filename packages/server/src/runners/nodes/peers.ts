import type { Bell } from '../../store/engine/engine.ts'

/** What nodes tell each other: whoever misses it finds it by itself, a second or some later. */
export type NodeWord =
  /** Something was written into the log, or sealed. */
  | 'log'
  /** Settings, lines, destinations or accounts were changed. */
  | 'configuration'
  /** What was remembered of an account's credentials does not count any more; its name. */
  | 'forget'
  /** A screen was locked, unlocked or signed out; its session's id. */
  | 'screen'
  /** A call was asked for; when it is due. */
  | 'asked'
  /** Calls were stored; which word of this node that is, of which minute, how many, whose. */
  | 'counted'
  /** A call was settled, changed or removed; its id. */
  | 'changed'
  /** There is something to send. */
  | 'added'
  /** An operator wants something sent to a destination now; its owner and name. */
  | 'hurried'
  /** There is an errand for a node; its lease. */
  | 'errand'
  /** An errand was done; its id. */
  | 'answered'

type Heard = (about: string) => void

/** The other nodes. A process that is alone speaks to nobody. */
export class Peers {
  readonly #bell: Bell | undefined
  readonly #listeners = new Map<string, Heard[]>()

  constructor(bell?: Bell) {
    this.#bell = bell
    bell?.onRing((said) => this.#heard(said))
  }

  tell(word: NodeWord, about = ''): void {
    this.#bell?.ring(about === '' ? word : `${word} ${about}`)
  }

  on(word: NodeWord, listener: Heard): void {
    this.#listeners.set(word, [...(this.#listeners.get(word) ?? []), listener])
  }

  #heard(said: string) {
    const [, word = '', about = ''] = /^(\S+) ?(.*)$/s.exec(said) ?? []
    for (const listener of this.#listeners.get(word) ?? []) listener(about)
  }
}
