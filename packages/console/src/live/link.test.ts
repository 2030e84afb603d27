import { describe, expect, it } from 'vitest'
import { CLOSED, type Link, LINK_STATES, type LinkNews, mayReplay, reconnectAfter, step } from './link.ts'

/** What becomes of a link by this news, one after the other. */
const after = (...news: readonly LinkNews[]): Link => news.reduce((link, one) => step(link, one).link, CLOSED)

const OPEN: readonly LinkNews[] = [{ kind: 'wanted' }, { kind: 'opened', at: 1 }]
const LIVE: readonly LinkNews[] = [...OPEN, { kind: 'caught-up', at: 2, number: 7 }]

describe('the link to the server', () => {
  it('opens, catches up and is live', () => {
    expect(step(CLOSED, { kind: 'wanted' })).toMatchObject({ link: { state: 'opening' }, deeds: ['connect'] })
    expect(after(...OPEN).state).toBe('catching-up')
    expect(after(...LIVE)).toEqual({ state: 'live', heardAt: 2, failures: 0, lastEventId: '7' })
  })

  it('remembers the last event, and that any word was heard', () => {
    const link = after(...LIVE, { kind: 'heard', at: 9, id: '12' }, { kind: 'heard', at: 11, id: '' })
    expect(link).toMatchObject({ state: 'live', heardAt: 11, lastEventId: '12' })
  })

  it('is stale after too long a silence, hangs up and tries again', () => {
    const { link, deeds } = step(after(...LIVE), { kind: 'silent' })
    expect([link.state, deeds]).toEqual(['stale', ['hang up', 'wait']])
    expect(step(link, { kind: 'due' }).deeds).toEqual(['connect'])
  })

  it('is not offline at once when the server hangs up, and is when it cannot be reached', () => {
    const ended = after(...LIVE, { kind: 'ended' })
    expect(ended.state).toBe('opening')
    expect(step(ended, { kind: 'unreachable' }).link).toMatchObject({ state: 'offline', failures: 2 })
  })

  it('is offline as soon as the device says that it has no network', () => {
    const { link, deeds } = step(after(...LIVE), { kind: 'cut-off' })
    expect([link.state, deeds]).toEqual(['offline', ['hang up', 'wait']])
  })

  it('is no longer called live when a request does not get through, and is opened anew', () => {
    const { link, deeds } = step(after(...LIVE), { kind: 'doubted' })
    expect([link.state, deeds]).toEqual(['opening', ['connect']])
    expect(step(after(...OPEN), { kind: 'doubted' })).toEqual({ link: after(...OPEN), deeds: [] })
  })

  it('stays stale or offline until it is heard again', () => {
    const stale = [...LIVE, { kind: 'silent' }, { kind: 'due' }, { kind: 'ended' }] as const
    expect(after(...stale).state).toBe('stale')
    expect(after(...LIVE, { kind: 'unreachable' }, { kind: 'opened', at: 5 })).toMatchObject({
      state: 'catching-up',
      failures: 0,
      lastEventId: '7',
    })
  })

  it('forgets everything when nobody wants it any more, and then heeds no late news', () => {
    expect(after(...LIVE, { kind: 'unwanted' })).toEqual(CLOSED)
    const late: readonly LinkNews[] = [
      { kind: 'opened', at: 1 },
      { kind: 'heard', at: 1, id: '3' },
      { kind: 'silent' },
      { kind: 'ended' },
      { kind: 'due' },
    ]
    for (const news of late) expect(step(CLOSED, news)).toEqual({ link: CLOSED, deeds: [] })
  })

  it('is crowded where the browser has as many streams as it may, and tries again', () => {
    const { link, deeds } = step(after({ kind: 'wanted' }), { kind: 'crowded' })
    expect([link.state, deeds]).toEqual(['crowded', ['wait']])
    expect(after({ kind: 'wanted' }, { kind: 'crowded' }, { kind: 'opened', at: 5 }).state).toBe(
      'catching-up',
    )
  })

  it('tries again more seldom, never five seconds apart, and not all screens at once', () => {
    expect([1, 2, 3, 60].map((failures) => reconnectAfter(failures, 0))).toEqual([1_000, 2_000, 3_500, 3_500])
    expect(reconnectAfter(60, 1)).toBeLessThan(4_500)
    expect(reconnectAfter(2, 0.8)).toBe(2_400)
  })

  it('asks for what it missed, unless it was away for long', () => {
    const live = after(...LIVE)
    expect(mayReplay(live, 60_000)).toBe(true)
    expect(mayReplay(live, 600_000)).toBe(false)
    expect(mayReplay(CLOSED, 1)).toBe(false)
  })

  it('has no state that nothing leads to', () => {
    const reached = new Set<string>([
      'closed',
      ...[
        after({ kind: 'wanted' }),
        after(...OPEN),
        after(...LIVE),
        after(...LIVE, { kind: 'silent' }),
        after(...LIVE, { kind: 'unreachable' }),
        after(...LIVE, { kind: 'crowded' }),
      ].map(({ state }) => state),
    ])
    expect(LINK_STATES.filter((state) => !reached.has(state))).toEqual([])
  })
})
