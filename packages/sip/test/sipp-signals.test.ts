import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { meet } from './sipp/caller.ts'
import { answers, receives, replies } from './sipp/scenario.ts'

const ring = answers(180, 'Ringing')

describe.skipIf(!has('sipp'))('an exchange that is sipp', () => {
  it('and knows of no call to cancel (481) ends the call within a round trip', async () => {
    const steps = [receives('INVITE'), ring, receives('CANCEL'), replies(481, 'No such call')]
    const { dial, sipp, agent } = await meet(steps)
    const started = performance.now()
    expect(await dial({ ringMs: 50 }).ended).toMatchObject({ outcome: 'no-answer', rang: true })
    // One T1 of these timings is 2 s; the guard of a CANCEL is 64 of them.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(agent.calls).toBe(0)
    expect((await sipp.finished()).ours).toEqual(['INVITE', 'CANCEL'])
  })
})
