import { afterEach, describe, expect, it } from 'vitest'
import type { BaresipOptions } from '../../../peers/baresip.ts'
import { has } from '../../../peers/programs.ts'
import { afterSilence, distinctSound, MOST, SAME, shareHeard } from '../../../peers/recording.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { meet as meetPhone, type Meeting, spoken, KEYS, WITH_A_HOLE } from './baresip/meeting.ts'

const sound = distinctSound(3_000, 7)
let meeting: Meeting

const meet = async (options?: Partial<BaresipOptions>) => (meeting = await meetPhone(options))

afterEach(() => meeting.end())

describe.skipIf(!has('baresip'))('baresip', () => {
  it.each(['PCMU', 'PCMA'] as const)('and we hear each other, each half second, in %s', async (codec) => {
    const said = distinctSound(2_500, 11)
    const { phone, agent } = await meet({ codecs: [codec], says: afterSilence(300, said) })
    const call = agent.dial('voice1', {
      to: '101',
      announcement: spoken(sound),
      playing: { delayMs: 400 },
    })
    const theirs = await phone.hears(sound)
    expect(theirs.blocks).toHaveLength(6)
    expect(theirs.worst).toBeGreaterThan(SAME)
    expect(theirs.startsAtMs).toBeGreaterThanOrEqual(380)
    await meeting.played
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered', mediaSeen: true })
    const { recording, lost } = await meeting.report()
    expect(lost).toBe(0)
    expect(shareHeard(said, recording)).toBeGreaterThan(MOST)
  })

  it('holds the call: both sides fall silent, and both go on afterwards', async () => {
    const said = distinctSound(6_000, 13)
    const { phone, agent } = await meet({ says: said })
    const held: boolean[] = []
    const call = agent.dial('voice1', {
      to: '101',
      announcement: spoken(sound),
      onHold(on) {
        held.push(on)
        if (on) systemClock.after(1_000, () => void phone.hold(false))
        else void phone.press(KEYS)
      },
      onKey: (key) => void (KEYS.endsWith(key) && call.hangUp()),
    })
    await meeting.spokenTo
    // Of what comes after a hold, baresip 1.0.0 records nothing.
    expect((await phone.hears(sound.subarray(0, 4_000))).worst).toBeGreaterThan(SAME)
    await phone.hold(true)
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: KEYS })
    expect(held).toEqual([true, false])
    expect(await meeting.heardOf(said)).toMatch(WITH_A_HOLE)
  })
})
