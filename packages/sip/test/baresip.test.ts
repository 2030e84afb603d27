import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BaresipOptions } from '../../../peers/baresip.ts'
import { has } from '../../../peers/programs.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import { meet as meetPhone, type Meeting } from './baresip/meeting.ts'

let meeting: Meeting

const meet = async (options?: Partial<BaresipOptions>) => (meeting = await meetPhone(options))
const dial = (options: Partial<DialOptions> = {}) => meeting.agent.dial('voice1', { to: '101', ...options })

afterEach(() => meeting.end())

describe.skipIf(!has('baresip'))('baresip as the room phone', () => {
  it('hangs up, and the call was hung up by them', async () => {
    const { phone } = await meet()
    const call = dial({ onAnswered: () => void phone.event('CALL_ESTABLISHED').then(() => phone.hangUp()) })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(meeting.agent.calls).toBe(0)
  })

  it('is put down while it rings, and is busy', async () => {
    const { phone } = await meet({ answers: 'by hand' })
    const call = dial({ onRinging: () => void phone.event('CALL_INCOMING').then(() => phone.hangUp()) })
    expect(await call.ended).toMatchObject({ outcome: 'busy', status: 486 })
  })

  it('rings until we give up, and then no longer', async () => {
    const { phone } = await meet({ answers: 'by hand' })
    const call = dial()
    await phone.event('CALL_INCOMING')
    expect(await phone.calls()).toBe(1)
    void call.hangUp()
    expect(await call.ended).toMatchObject({ outcome: 'no-answer', status: null })
    await phone.event('CALL_CLOSED')
    expect(await phone.calls()).toBe(0)
  })

  it('has nobody with the number that was dialled', async () => {
    await meet()
    expect(await dial({ to: '102' }).ended).toMatchObject({ outcome: 'unreachable', status: 404 })
  })

  it('presses keys, and each arrives once', async () => {
    const { phone } = await meet()
    const pressed: string[] = []
    const call = dial({
      onAnswered: () => void phone.event('CALL_ESTABLISHED').then(() => phone.press('1159*0#')),
      onKey: (key) => pressed.push(key),
    })
    await vi.waitFor(() => expect(pressed.at(-1)).toBe('#'), { timeout: 60_000 })
    expect(await call.hangUp()).toMatchObject({ keys: '1159*0#', mediaSeen: true })
  })

  it('has no codec of ours, and does not ring', async () => {
    await meet({ codecs: ['G722'] })
    expect(await dial().ended).toMatchObject({ outcome: 'line-trouble', status: 488 })
  })
})
