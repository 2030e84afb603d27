import { describe, expect, it } from 'vitest'
import { isTabNews, type Locks, standForLeader } from './leader.ts'

/** Locks as a browser keeps them for all its tabs. */
function browserLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, { signal }, held) {
      const turn = last.then(() => (signal.aborted ? undefined : held()))
      last = turn
      return turn
    },
  }
}

const turns = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

function openTabs(locks: Locks | undefined, names: readonly string[]) {
  const said: string[] = []
  const closes = names.map((name) =>
    standForLeader({
      name: 'stream',
      locks,
      lead: () => said.push(`${name} leads`),
      stop: () => said.push(`${name} stops`),
    }),
  )
  return { said, closes }
}

describe('the tabs of one browser', () => {
  it('have one among them that follows the events, and another when it is closed', async () => {
    const { said, closes } = openTabs(browserLocks(), ['first', 'second'])
    await turns()
    expect(said).toEqual(['first leads'])
    closes[0]?.()
    await turns()
    expect(said).toEqual(['first leads', 'first stops', 'second leads'])
  })

  it('never lead after they were closed while they waited', async () => {
    const { said, closes } = openTabs(browserLocks(), ['first', 'second'])
    await turns()
    closes[1]?.()
    closes[0]?.()
    await turns()
    expect(said).toEqual(['first leads', 'first stops'])
  })

  it('each follow for themselves where the browser has no locks', () => {
    expect(openTabs(undefined, ['first', 'second']).said).toEqual(['first leads', 'second leads'])
  })

  it('heed no words that they do not know', () => {
    expect(['hello', null, { kind: 'dance' }, { kind: 'hello' }].map(isTabNews)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
