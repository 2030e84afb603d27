import type { Whose } from '../../hotel/nodes/houses.ts'
import type { AtHome } from './at-home.ts'

/**
 * Whose telephone lines this process has: those of a house are there before what was left in it is taken up, as that is
 * hung up over them, and until its work has come to rest.
 */
export class LinesKept {
  readonly #home: AtHome
  #whose: Whose

  constructor(home: AtHome) {
    this.#home = home
    this.#whose = home.isAlone ? null : []
  }

  get whose(): Whose {
    return this.#whose
  }

  /** Has the lines set anew with each house. */
  follow(refresh: () => Promise<void>): void {
    if (this.#home.isAlone) return
    this.#home.onTaken((taken) => {
      this.#whose = [...new Set([...(this.#whose ?? []), ...(taken ?? [])])]
      return refresh()
    })
  }

  /** Once nothing rings there any more. */
  leave(refresh: () => Promise<void>): void {
    this.#home.onLeft((left) => {
      this.#whose = (this.#whose ?? []).filter((tenant) => !left?.includes(tenant))
      return refresh()
    })
  }
}
