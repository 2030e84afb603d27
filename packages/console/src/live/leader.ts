import type { Channel } from '../kernel/channel.ts'
import type { Link } from './link.ts'

export interface TabEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** What the tab that holds the stream tells the others. */
export type TabNews =
  | { readonly kind: 'hello' }
  /** Without locks: somebody looks at this tab, so it follows; one that nobody sees need not. */
  | { readonly kind: 'seen' }
  | { readonly kind: 'events'; readonly events: readonly TabEvent[] }
  | { readonly kind: 'caught-up'; readonly isFresh: boolean; readonly seal: number }
  | { readonly kind: 'link'; readonly link: Link }
  /** A request of this tab did not reach the server. */
  | { readonly kind: 'doubt' }
  /** Somebody has signed out, or in, in another tab. */
  | { readonly kind: 'session' }

const KINDS = new Set(['hello', 'seen', 'events', 'caught-up', 'link', 'doubt', 'session'])

export const isTabNews = (data: unknown): data is TabNews =>
  typeof data === 'object' && data !== null && 'kind' in data && KINDS.has(String(data.kind))

/** The browser's locks; missing where the page came over plain HTTP. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>
}

interface LeaderNeeds {
  readonly name: string
  readonly locks: Locks | undefined
  readonly lead: () => void
  readonly stop: () => void
}

/**
 * One tab of a browser follows the events for all of them: a browser opens six connections to a host, and a desk opens
 * more tabs. Without locks every tab follows for itself.
 */
export function standForLeader({ name, locks, lead, stop }: LeaderNeeds): () => void {
  if (locks === undefined) {
    lead()
    return stop
  }
  const ending = new AbortController()
  const hold = () =>
    new Promise<void>((release) => {
      if (ending.signal.aborted) return release()
      lead()
      ending.signal.addEventListener('abort', () => {
        stop()
        release()
      })
    })
  // Given up before it was our turn, it says so by failing.
  locks.request(name, { signal: ending.signal }, hold).catch(() => {})
  return () => ending.abort()
}

/** A tab that follows asks at once how things stand. */
export const greet = (channel: Channel<TabNews>): void => channel.tell({ kind: 'hello' })
