import { beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../testing/recorded-way.ts'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'

const desk = outgoingDesk()
const { answer, dial, pass } = desk

beforeEach(() => desk.reset())

async function hangUp() {
  void desk.call.hangUp()
  await settled()
  await answer(200, {}, desk.way.last('BYE'))
}

/** The answer comes so long after the INVITE, and the guest hangs up. */
async function answeredAfter(ms: number, hearsMachines = true) {
  await dial({ hearsMachines })
  await answer(180)
  await pass(ms)
  await answer(200, sdp())
  await hangUp()
  return desk.call.ended
}

describe('an answer', () => {
  it('within 200 ms is sooner than a hand can be', async () => {
    expect(await answeredAfter(200)).toMatchObject({ outcome: 'answered', machineSigns: ['quick-answer'] })
  })

  it('after that may be anybody', async () => {
    expect(await answeredAfter(201)).toMatchObject({ outcome: 'answered', machineSigns: [] })
  })

  it('is not judged where nobody wants to know', async () => {
    expect(await answeredAfter(0, false)).toMatchObject({ outcome: 'answered', machineSigns: [] })
  })

  it.each([
    [181, []],
    [180, [['Diversion', '<sip:101@pbx.example>;reason=no-answer']]],
    [
      183,
      [['History-Info', '<sip:101@pbx.example>;index=1, <sip:900@pbx.example;cause=408>;index=1.1;mp=1']],
    ],
  ] as const)('behind a %i that tells of a diversion is told as forwarded', async (status, headers) => {
    await dial({ hearsMachines: true })
    await answer(status, { headers })
    await pass(5_000)
    await answer(200, sdp())
    await hangUp()
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', forwarded: true })
  })
})
