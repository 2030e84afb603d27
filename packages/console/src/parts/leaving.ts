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
    const goFreely = holdBack(ask)
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => {
      release()
      goFreely()
      window.removeEventListener('beforeunload', stay)
    }
  }, [isUnsaved, ask, leaving])
}

/**
 * The browser's own Back has gone before anybody can be asked. So nobody else hears of it, the address of the page that
 * is still shown is put back on top, and whoever means it goes back once more.
 */
function holdBack(ask: LeaveAsk): () => void {
  const here = location.href
  let isMeant = false
  const gone = (event: PopStateEvent) => {
    if (isMeant) return
    event.stopImmediatePropagation()
    history.pushState(null, '', here)
    ask(() => {
      isMeant = true
      history.back()
    })
  }
  window.addEventListener('popstate', gone, { capture: true })
  return () => window.removeEventListener('popstate', gone, { capture: true })
}
