import { afterEach, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { distinctSound, SAME } from '../../../peers/recording.ts'
import { meet, type Meeting, spoken } from './baresip/meeting.ts'

/** The shortest proof with baresip, for every run of the tests: a guest takes the call, hears us and presses a key. */

const sound = distinctSound(1_000, 53)
let meeting: Meeting
afterEach(() => meeting.end())

it.skipIf(!has('baresip'))('rings baresip, is heard word for word, and hears its key', async () => {
  meeting = await meet({ answers: 'by hand' })
  const { agent, phone } = meeting
  const seen: string[] = []
  const call = agent.dial('voice1', {
    to: '101',
    announcement: spoken(sound),
    onRinging: () => {
      seen.push('ringing')
      void phone.event('CALL_INCOMING').then(() => phone.accept())
    },
    onAnswered: () => void seen.push('answered'),
    onKey: () => void call.hangUp(),
  })
  expect((await phone.hears(sound)).worst).toBeGreaterThan(SAME)
  await phone.press('1')
  const end = { outcome: 'answered', status: 200, hungUpBy: 'us', keys: '1', mediaSeen: true }
  expect(await call.ended).toMatchObject(end)
  expect(seen).toEqual(['ringing', 'answered'])
  await phone.event('CALL_CLOSED')
  expect(await phone.calls()).toBe(0)
})
