import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { settled } from '../../testing/recorded-way.ts'
import { writeMessage } from '../messages/write.ts'

const desk = outgoingDesk()
const { answer, dial, receive } = desk

beforeEach(() => desk.reset())

describe('an INVITE', () => {
  it('is small enough for a datagram, asks for timers, and offers 100rel', async () => {
    await dial({ sessionSeconds: 1_800 })
    const invite = desk.way.last('INVITE')
    expect(writeMessage(invite).length).toBeLessThan(1_300)
    expect(invite.headers.get('supported')).toBe('timer, 100rel')
    expect(invite.uri).toBe('sip:101@pbx.example')
  })

  it('tells every answer as it comes, a repeated 200 once', async () => {
    const told: string[] = []
    await dial({ onProgress: (status, reason) => void told.push(`${status} ${reason}`) })
    await answer(100)
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="a", nonce="n"']] })
    for (const status of [100, 180, 181, 183, 180]) await answer(status)
    await answer(200, sdp())
    await answer(200, sdp())
    expect(told).toEqual([
      '100 Trying',
      '407 Proxy Authentication Required',
      '100 Trying',
      '180 Ringing',
      '181 Call Is Being Forwarded',
      '183 Session Progress',
      '180 Ringing',
      '200 OK',
    ])
  })

  it('tells a refusal too, and it is the last', async () => {
    const told: number[] = []
    await dial({ onProgress: (status) => void told.push(status) })
    await answer(100)
    await answer(486)
    await answer(486)
    await desk.call.ended
    expect(told).toEqual([100, 486])
  })

  it('knows whether the call was forwarded, answered or not', async () => {
    await dial()
    await answer(181)
    await answer(486)
    expect(await desk.call.ended).toMatchObject({ outcome: 'busy', forwarded: true })
    await dial()
    await answer(200, { ...sdp(), headers: [['Diversion', '<sip:101@pbx.example>;reason=no-answer']] })
    await receive('BYE', 1)
    expect(await desk.call.ended).toMatchObject({ outcome: 'answered', forwarded: true })
    await dial()
    await answer(180)
    await answer(486)
    expect(await desk.call.ended).toMatchObject({ outcome: 'busy', forwarded: false })
  })

  it('acknowledges a provisional answer that insists, once for each', async () => {
    await dial()
    const insists = {
      headers: [
        ['Require', '100rel'],
        ['RSeq', '7'],
      ] as const,
      contact: '<sip:101@192.0.2.9:5062>',
    }
    await answer(183, insists)
    await answer(183, insists)
    expect(desk.way.requests('PRACK').map((one) => one.headers.get('rack'))).toEqual(['7 1 INVITE'])
    await answer(200, sdp())
    void desk.call.hangUp()
    await settled()
    expect(desk.way.last('BYE').headers.get('cseq')).toBe('3 BYE')
  })

  it('acknowledges one that insists for each phone that rings, whatever its numbers', async () => {
    await dial()
    const insists = (rseq: string) => ({ headers: [['Require', '100rel'] as const, ['RSeq', rseq] as const] })
    await answer(183, insists('900'))
    await answer(183, { ...insists('5'), toTag: 'second' })
    expect(desk.way.requests('PRACK').map((one) => one.headers.get('rack'))).toEqual([
      '900 1 INVITE',
      '5 1 INVITE',
    ])
  })

  it('reports an exchange that demands what we do not do', async () => {
    await dial()
    await answer(421, { headers: [['Require', '100rel']] })
    expect(await desk.call.ended).toMatchObject({
      outcome: 'line-trouble',
      status: 421,
      reason: 'Extension Required',
    })
  })
})
