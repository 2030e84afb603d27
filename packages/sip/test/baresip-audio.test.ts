import { afterEach, describe, expect, it } from 'vitest'
import type { BaresipOptions } from '../../../peers/baresip.ts'
import { has } from '../../../peers/programs.ts'
import { afterSilence, beforeSilence, compare, distinctSound, SAME } from '../../../peers/recording.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { meet as meetPhone, type Meeting, spoken } from './baresip/meeting.ts'

const sound = distinctSound(3_000, 7)
let meeting: Meeting

const meet = async (options?: Partial<BaresipOptions>) => (meeting = await meetPhone(options))

afterEach(() => meeting.end())

// In real time beside another program: on a busy machine its recording has gaps that are not ours.
describe.skipIf(!has('baresip'))('baresip', { retry: 3 }, () => {
  it.each(['PCMU', 'PCMA'] as const)('and we hear each other, each half second, in %s', async (codec) => {
    const said = distinctSound(2_500, 11)
    const { phone, agent } = await meet({ codecs: [codec], says: afterSilence(300, said) })
    const call = agent.dial('voice1', {
      to: '101',
      announcement: spoken(beforeSilence(200, sound)),
      playing: { delayMs: 400 },
      onPlayed: () => void call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', heardMs: 3_200, mediaSeen: true })
    await phone.event('CALL_CLOSED')
    const theirs = compare(sound, await phone.recording())
    expect(theirs.blocks).toHaveLength(6)
    expect(theirs.worst).toBeGreaterThan(SAME)
    expect(theirs.startsAtMs).toBeGreaterThanOrEqual(380)
    const ours = compare(said, await meeting.recording())
    expect(ours.blocks).toHaveLength(5)
    expect(ours.worst).toBeGreaterThan(SAME)
  })

  it('holds the call: both sides fall silent, and both go on afterwards', async () => {
    const said = distinctSound(3_500, 13)
    const { phone, agent } = await meet({ says: afterSilence(300, said) })
    const held: boolean[] = []
    const call = agent.dial('voice1', {
      to: '101',
      announcement: spoken(sound),
      onAnswered: () => void systemClock.after(1_500, () => void phone.hold(true)),
      onHold(on) {
        held.push(on)
        if (on) systemClock.after(1_000, () => void phone.hold(false))
      },
      onPlayed: () => void call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', heardMs: 3_000 })
    expect(held).toEqual([true, false])
    const ours = compare(said, await meeting.recording()).blocks.map(({ likeness }) => likeness)
    expect([ours.at(0), ours.at(-1)].every((likeness) => Number(likeness) > SAME)).toBe(true)
    expect(Math.min(...ours)).toBeLessThan(0.1)
    // Of what comes after a hold, baresip 1.0.0 records nothing, whoever sends it.
    const theirs = compare(sound.subarray(0, 4_000), await phone.recording())
    expect(theirs.worst).toBeGreaterThan(SAME)
  })
})
