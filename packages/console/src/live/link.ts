/** How the page stands to the server. */
export const LINK_STATES = [
  'closed',
  'opening',
  'catching-up',
  'live',
  'stale',
  'offline',
  'crowded',
] as const
export type LinkState = (typeof LINK_STATES)[number]

export interface Link {
  readonly state: LinkState
  /** When the server was last heard; null before the first time. */
  readonly heardAt: number | null
  /** Connections that came to nothing, one after the other. */
  readonly failures: number
  readonly lastEventId: string | null
}

export const CLOSED: Link = { state: 'closed', heardAt: null, failures: 0, lastEventId: null }

export type LinkNews =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'unwanted' }
  /** The connection stands. */
  | { readonly kind: 'opened'; readonly at: number }
  /** Any word at all. */
  | { readonly kind: 'heard'; readonly at: number; readonly id: string }
  | { readonly kind: 'caught-up'; readonly at: number; readonly number: number }
  /** Nothing was heard for longer than the server is ever silent. */
  | { readonly kind: 'silent' }
  /** The connection ended: the server hung up, or could not be reached. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreachable' }
  /** The device says that it has no network. */
  | { readonly kind: 'cut-off' }
  /** A request did not get through: what looks like a connection may be none. */
  | { readonly kind: 'doubted' }
  /** This browser follows the events in as many windows as it may. */
  | { readonly kind: 'crowded' }
  /** It is time to connect again. */
  | { readonly kind: 'due' }

/** What the runner is to do. */
export type LinkDeed = 'connect' | 'hang up' | 'wait'

export interface LinkStep {
  readonly link: Link
  readonly deeds: readonly LinkDeed[]
}

/** The server says something at least every 15 s. */
export const SILENCE_MS = 35_000
/** Never so long that five seconds after the server's return a page is not live; a try that fails costs nothing. */
const WAITS_MS = [1_000, 2_000, 3_500] as const

/** How long until the next connection, by those that came to nothing. */
export const reconnectAfter = (failures: number, chance: number): number =>
  (WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? WAITS_MS[0]) * (1 + chance / 4)

const stay = (link: Link): LinkStep => ({ link, deeds: [] })

/** Of a closed link only a new wish makes anything. */
export function step(link: Link, news: LinkNews): LinkStep {
  if (link.state === 'closed' && news.kind !== 'wanted') return stay(link)
  switch (news.kind) {
    case 'wanted':
      return link.state === 'closed'
        ? { link: { ...link, state: 'opening' }, deeds: ['connect'] }
        : stay(link)
    case 'unwanted':
      return { link: CLOSED, deeds: ['hang up'] }
    case 'opened':
      return stay({ ...link, state: 'catching-up', heardAt: news.at, failures: 0 })
    case 'heard':
      return stay(heard(link, news.at, news.id))
    case 'caught-up':
      return stay({ ...heard(link, news.at, String(news.number)), state: 'live' })
    case 'silent':
      return { link: failed(link, 'stale'), deeds: ['hang up', 'wait'] }
    case 'ended':
      return { link: failed(link, link.state === 'live' ? 'opening' : link.state), deeds: ['wait'] }
    case 'unreachable':
      return { link: failed(link, 'offline'), deeds: ['wait'] }
    case 'cut-off':
      return { link: failed(link, 'offline'), deeds: ['hang up', 'wait'] }
    case 'doubted':
      return link.state === 'live' ? { link: failed(link, 'opening'), deeds: ['connect'] } : stay(link)
    case 'crowded':
      return { link: failed(link, 'crowded'), deeds: ['wait'] }
    case 'due':
      return { link, deeds: ['connect'] }
  }
}

const heard = (link: Link, at: number, id: string): Link => ({
  ...link,
  heardAt: at,
  lastEventId: id === '' ? link.lastEventId : id,
})

const failed = (link: Link, state: LinkState): Link => ({ ...link, state, failures: link.failures + 1 })

/** Away for longer than this, lists are read anew instead of every event. */
export const REPLAY_MS = 5 * 60_000

/** Whether what happened meanwhile is asked for, event by event. */
export const mayReplay = ({ heardAt, lastEventId }: Link, now: number): boolean =>
  lastEventId !== null && heardAt !== null && now - heardAt <= REPLAY_MS
