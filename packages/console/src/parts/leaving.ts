import { createContext, useContext, useEffect } from 'react'

/** Asks before somebody leaves what is half written: `go` is what they were about to do, `stay` takes them back. */
export type LeaveAsk = (go: () => void, stay: () => void) => void

/** Marks an entry of the browser's history that is there to be left: it has the address of the one below it. */
const HELD = { held: true }

const isHeld = (): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'held' in state
}

/**
 * Who is asked before the page changes: nobody, or the form that holds something. A link can be held up; the browser's
 * Back cannot. So while something is unsaved, one more entry with the same address lies on top of the history: Back
 * takes only that one, and asks.
 */
export class Leaving {
  #ask: LeaveAsk | null = null
  #isOnTop = isHeld()

  /** Follows the browser's history until it is let go. */
  watch(): () => void {
    const moved = () => void (this.#isOnTop = isHeld())
    const popped = () => {
      const wasOnTop = this.#isOnTop
      moved()
      if (wasOnTop && !this.#isOnTop) this.#back()
    }
    window.addEventListener('popstate', popped)
    window.addEventListener('pushState', moved)
    window.addEventListener('replaceState', moved)
    return () => {
      window.removeEventListener('popstate', popped)
      window.removeEventListener('pushState', moved)
      window.removeEventListener('replaceState', moved)
    }
  }

  hold(ask: LeaveAsk): () => void {
    this.#ask = ask
    this.#cover()
    return () => {
      if (this.#ask === ask) this.#ask = null
    }
  }

  /** Goes, or asks first. `go` is told whether it takes the place of the entry on top. */
  readonly pass = (go: (isInPlace: boolean) => void): void => {
    const act = () => go(this.#isOnTop)
    if (this.#ask === null) act()
    else this.#ask(act, () => {})
  }

  #cover() {
    if (!isHeld()) history.pushState(HELD, '', location.href)
  }

  /** The entry on top was left: whoever holds nothing any more is on their way to the page before. */
  #back() {
    const go = () => history.back()
    if (this.#ask === null) go()
    else this.#ask(go, () => this.#cover())
  }
}

export const LeavingContext = createContext<Leaving | null>(null)

/** While something is unsaved, nobody leaves without being asked. */
export function useUnsaved(isUnsaved: boolean, ask: LeaveAsk): void {
  const leaving = useContext(LeavingContext)
  useEffect(() => {
    if (!isUnsaved) return
    const release = leaving?.hold(ask)
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => {
      release?.()
      window.removeEventListener('beforeunload', stay)
    }
  }, [isUnsaved, ask, leaving])
}
