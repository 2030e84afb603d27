import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, SDP, sdp } from '../../testing/outgoing-desk.ts'

const desk = outgoingDesk()
const { answer, pass, receive, up } = desk

beforeEach(() => desk.reset())

describe('a session timer', () => {
  const REFRESHED_BY_US = [['Session-Expires', '1800;refresher=uac']] as const

  it('is refreshed by us at half-time when that was agreed', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    const reinvite = desk.way.last('INVITE')
    expect(reinvite.headers.get('cseq')).toBe('2 INVITE')
    expect(reinvite.headers.get('session-expires')).toBe('1800;refresher=uac')
    expect(Buffer.from(reinvite.body).toString()).toContain(' 1 IN IP4')
    expect(desk.media.streams[0]?.signs).toBe(0)
    await answer(200, { ...sdp(), headers: REFRESHED_BY_US })
    expect(desk.media.streams[0]?.signs).toBe(1)
    expect(desk.way.last('ACK').headers.get('cseq')).toBe('2 ACK')
    await pass(900_000)
    expect(desk.way.last('INVITE').headers.get('cseq')).toBe('3 INVITE')
  })

  it('waits after a glare and tries again', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    expect((await receive('INVITE', 1, [], SDP(4_000))).status).toBe(491)
    await answer(491)
    await pass(2_099)
    expect(desk.way.last('INVITE').headers.get('cseq')).toBe('2 INVITE')
    await pass(1)
    expect(desk.way.last('INVITE').headers.get('cseq')).toBe('3 INVITE')
  })

  it('ends the call when the other side gives no sign of life', async () => {
    await up({}, [['Session-Expires', '90;refresher=uas']])
    await pass(59_999)
    expect(desk.way.requests('BYE')).toHaveLength(0)
    await pass(1)
    await answer(200, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ hungUpBy: 'lost' })
  })

  it('begins anew when the other side refreshes', async () => {
    await up({}, [['Session-Expires', '90;refresher=uas']])
    await pass(40_000)
    const timer = [
      ['Supported', 'timer'],
      ['Session-Expires', '90;refresher=uac'],
    ] as const
    const reply = await receive('UPDATE', 1, timer)
    expect(reply.headers.get('session-expires')).toBe('90;refresher=uac')
    await pass(59_999)
    expect(desk.way.requests('BYE')).toHaveLength(0)
  })

  it('ends the call when its refresh meets nobody', async () => {
    await up({}, REFRESHED_BY_US)
    await pass(900_000)
    await answer(481)
    await answer(481, {}, desk.way.last('BYE'))
    expect(await desk.call.ended).toMatchObject({ hungUpBy: 'lost' })
  })
})
