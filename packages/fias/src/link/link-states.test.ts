import { describe, expect, it } from 'vitest'
import { type LinkEvent, type LinkState, linkStep } from './link-states.ts'

/** What is sent in the course of these events, and where they lead. */
function course(from: LinkState, ...events: LinkEvent[]) {
  const sent: string[] = []
  let state = from
  for (const event of events) {
    const { next, actions } = linkStep(state, event)
    sent.push(...actions.filter((action) => /^(send|describe|connect$)/.test(action)))
    state = next
  }
  return { state, sent }
}

describe('the states of a link', () => {
  it.each<[string, LinkState, LinkEvent[], LinkState, string[]]>([
    ['comes alive', 'stopped', ['start', 'connected', 'LS', 'LA'], 'alive', ['connect', 'describe']],
    [
      'asks who does not speak first',
      'waiting for LS',
      ['time is up', 'LS', 'LA'],
      'alive',
      ['send LS', 'describe'],
    ],
    [
      'describes itself to who still knows it',
      'waiting for LS',
      ['time is up', 'LA'],
      'waiting for LA',
      ['send LS', 'describe'],
    ],
    ['gives up on who never answers', 'waiting for LA', ['time is up'], 'backing off', []],
    ['tries again', 'backing off', ['time is up'], 'connecting', ['connect']],
    ['describes itself to who starts anew', 'alive', ['LS', 'LA'], 'alive', ['describe']],
    ['answers a farewell', 'alive', ['LE'], 'backing off', ['send LE']],
    ['asks after a long silence', 'alive', ['time is up', 'LA'], 'alive', ['send LS']],
    ['is gone after a longer one', 'alive', ['time is up', 'time is up'], 'backing off', ['send LS']],
    ['is silent while all guests are sent', 'alive', ['DS', 'DE'], 'alive', []],
    ['gives up on guests that never end', 'resync', ['time is up'], 'backing off', []],
    ['says good-bye', 'alive', ['stop', 'LE'], 'stopped', ['send LE']],
    ['does not wait for a farewell for ever', 'alive', ['stop', 'time is up'], 'stopped', ['send LE']],
    ['leaves a resync without a word', 'resync', ['stop'], 'stopped', []],
    [
      'stays away when it was not let in',
      'waiting for LA',
      ['not let in', 'time is up', 'closed'],
      'turned away',
      [],
    ],
    ['tries again when told to', 'turned away', ['start'], 'connecting', ['connect']],
  ])('%s', (_, from, events, state, sent) => {
    expect(course(from, ...events)).toEqual({ state, sent })
  })
})
