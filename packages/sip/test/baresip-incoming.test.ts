import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { distinctSound, SAME } from '../../../peers/recording.ts'
import { systemClock } from '../src/transactions/clock.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { openPhones } from '../testing/scripted-phone.ts'
import { silentMedia } from '../testing/silent-media.ts'
import { meet, type Meeting, spoken, KEYS, WITH_A_HOLE } from './baresip/meeting.ts'

const sound = distinctSound(2_000, 17)
let meeting: Meeting

/** The guest dials us; gives the call that comes, with which this was done at once. */
async function rung(onCall: (call: IncomingCall) => void, says?: Int16Array): Promise<IncomingCall> {
  let take: (call: IncomingCall) => void = () => {}
  const coming = new Promise<IncomingCall>((resolve) => (take = resolve))
  meeting = await meet(says ? { says } : {}, {
    onCall(call) {
      onCall(call)
      take(call)
    },
  })
  const { host, port } = meeting.agent.local
  await meeting.phone.dial(`sip:voice1@${host}:${port}`)
  return coming
}

afterEach(() => meeting.end())

describe.skipIf(!has('baresip'))('when baresip rings us', () => {
  it('it hears the whole of what we say', async () => {
    const call = await rung((one) => void one.accept({ announcement: spoken(sound) }))
    expect(call).toMatchObject({ to: 'voice1', from: '101' })
    const heard = await meeting.phone.hears(sound)
    expect(heard.blocks).toHaveLength(4)
    expect(heard.worst).toBeGreaterThan(SAME)
    expect(await call.hangUp()).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })

  it('its keys arrive, and it hangs up', async () => {
    const onKey = (key: string) => void (key === '#' && meeting.phone.hangUp())
    const call = await rung((one) => void one.accept({ onKey }))
    await meeting.phone.event('CALL_ESTABLISHED')
    await meeting.phone.press('42#')
    expect(await call.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them', keys: '42#' })
  })

  it('it is handed on to another phone, which it rings by itself', async () => {
    const desk = await openPhones({ media: silentMedia(), script: () => ({ does: 'answer' }) })
    onTestFinished(() => desk.close())
    const call = await rung((one) => void one.accept())
    await meeting.phone.event('CALL_ESTABLISHED')
    const { host, port } = desk.address
    expect(await call.transfer(`sip:0@${host}:${port}`)).toBe('taken')
    expect(await desk.nextCall()).toMatchObject({ number: '0', from: '101' })
    await call.hangUp()
  })

  it('it gives up while we ring', async () => {
    const call = await rung((one) => one.ring())
    await meeting.phone.event('CALL_RINGING')
    await meeting.phone.hangUp()
    expect(await call.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })

  it.each([
    [486, 'Busy Here'],
    [603, 'Decline'],
  ])('it is told %i %s', async (status, reason) => {
    await rung((one) => one.reject(status))
    expect(await meeting.phone.event('CALL_CLOSED')).toMatchObject({ param: `${status} ${reason}` })
    expect(await meeting.phone.calls()).toBe(0)
  })

  it('we hold it: it falls silent, and speaks again afterwards', async () => {
    const said = distinctSound(6_000, 19)
    const onKey = (key: string) => void (KEYS.endsWith(key) && call.hangUp())
    const call = await rung((one) => void one.accept({ announcement: spoken(sound), onKey }), said)
    await meeting.spokenTo
    systemClock.after(1_000, () => call.hold(true))
    await expect.poll(() => meeting.directions).toEqual(['sendrecv', 'sendonly'])
    systemClock.after(1_000, () => call.hold(false))
    await expect.poll(() => meeting.directions).toEqual(['sendrecv', 'sendonly', 'sendrecv'])
    await meeting.phone.press(KEYS)
    expect(await call.ended).toMatchObject({ kind: 'answered', hungUpBy: 'us', keys: KEYS })
    expect(await meeting.heardOf(said)).toMatch(WITH_A_HOLE)
  })
})
