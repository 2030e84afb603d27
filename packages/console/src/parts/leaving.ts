import { createContext, useContext, useEffect } from 'react'

/** Asks before somebody leaves what is half written; `go` is what they were about to do. */
export type LeaveAsk = (go: () => void) => void

/** Who is asked before the page changes: nobody, or the form that holds something. */
export class Leaving {
  #ask: LeaveAsk | null = null

  hold(ask: LeaveAsk): () => void {
    this.#ask = ask
    return () => {
      if (this.#ask === ask) this.#ask = null
    }
  }

  /** Goes, or asks first. */
  readonly pass = (go: () => void): void => {
    if (this.#ask === null) go()
    else this.#ask(go)
  }
}

export const LeavingContext = createContext<Leaving>(new Leaving())

/** While something is unsaved, nobody leaves without being asked. */
export function useUnsaved(isUnsaved: boolean, ask: LeaveAsk): void {
  const leaving = useContext(LeavingContext)
  useEffect(() => {
    if (!isUnsaved) return
    const release = leaving.hold(ask)
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => {
      release()
      window.removeEventListener('beforeunload', stay)
    }
  }, [isUnsaved, ask, leaving])
}
