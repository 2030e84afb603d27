import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk } from '../../testing/outgoing-desk.ts'
import { settled } from '../../testing/recorded-way.ts'
import { writeMessage } from '../messages/write.ts'

const desk = outgoingDesk()
const { answer, dial, methods } = desk

beforeEach(() => desk.reset())

describe('an INVITE', () => {
  it('fits into a datagram with the longest credentials that an exchange is likely to ask for', async () => {
    await dial({ sessionSeconds: 1_800 })
    const [realm, nonce, opaque] = ['voice.grand-hotel.example', 'n'.repeat(96), 'o'.repeat(32)]
    const challenge = `Digest realm="${realm}", nonce="${nonce}", opaque="${opaque}", qop="auth", algorithm=SHA-256`
    await answer(407, { headers: [['Proxy-Authenticate', challenge]] })
    expect(desk.way.last('INVITE').headers.get('proxy-authorization')).toContain('SHA-256')
    expect(writeMessage(desk.way.last('INVITE')).length).toBeLessThan(1_300)
  })

  it('shows the name of the line on the handset', async () => {
    await dial({}, { displayName: 'Wake-up "Grand" Hôtel' })
    expect(desk.way.last('INVITE').headers.get('from')).toMatch(
      /^"Wake-up \\"Grand\\" Hôtel" <sip:voice1@pbx\.example>;tag=/,
    )
  })

  it('never asks a phone to answer by itself', async () => {
    await dial()
    const names = Array.from(desk.way.last('INVITE').headers, ([name]) => name.toLowerCase())
    for (const header of ['alert-info', 'call-info', 'answer-mode', 'priv-answer-mode', 'p-auto-answer'])
      expect(names).not.toContain(header)
  })

  it('has a Call-ID from the first moment', async () => {
    const dialled = dial()
    expect(desk.call.handle.callId).not.toBe('')
    const { callId } = desk.call.handle
    await dialled
    expect(desk.way.last('INVITE').headers.get('call-id')).toBe(callId)
  })

  it('is withdrawn while the audio is being opened, which is closed when it comes', async () => {
    const open = desk.media.createStream.bind(desk.media)
    let opened = () => {}
    desk.media.createStream = async (...options) => {
      await new Promise<void>((resolve) => (opened = resolve))
      return open(...options)
    }
    const started = dial()
    await settled()
    expect(await desk.call.hangUp()).toMatchObject({ outcome: 'no-answer' })
    await started
    opened()
    await settled()
    expect(methods()).toEqual([])
    expect([desk.media.streams.length, desk.media.open]).toEqual([1, 0])
  })

  it('answers a challenge, and gives up on a password that is wrong', async () => {
    await dial()
    const ask = { headers: [['Proxy-Authenticate', 'Digest realm="asterisk", nonce="n"']] as const }
    await answer(407, ask)
    expect(desk.way.last('INVITE').headers.get('cseq')).toBe('2 INVITE')
    await answer(407, ask)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 407 })
  })

  it('raises its session timer once when told that it is too small', async () => {
    await dial({ sessionSeconds: 90 })
    await answer(422, { headers: [['Min-SE', '600']] })
    expect(desk.way.last('INVITE').headers.get('session-expires')).toBe('600')
    expect(desk.way.last('INVITE').headers.get('min-se')).toBe('600')
    await answer(422, { headers: [['Min-SE', '900']] })
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: 422 })
  })

  it('follows no redirection unless told, and none that leads out of the exchange', async () => {
    await dial()
    await answer(302, { contact: '<sip:102@pbx.example>' })
    expect(await desk.call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
    await dial({ redirects: 3 })
    await answer(302, { contact: '<sip:102@elsewhere.example>' })
    expect(await desk.call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
  })

  it('follows redirections within the exchange, but not for ever', async () => {
    await dial({ redirects: 3 })
    for (const next of [102, 103, 104, 105]) await answer(302, { contact: `<sip:${next}@pbx.example>` })
    expect(desk.way.last('INVITE').uri).toBe('sip:104@pbx.example')
    expect(await desk.call.ended).toMatchObject({ outcome: 'unreachable', status: 302 })
  })

  it('tries the addresses of a redirection in the order of their q, and ends with the last refusal', async () => {
    await dial({ redirects: 3 })
    await answer(302, { contact: '<sip:102@pbx.example>;q=0.1, <sip:103@pbx.example>;q=0.9' })
    expect(desk.way.last('INVITE').uri).toBe('sip:103@pbx.example')
    await answer(404)
    expect(desk.way.last('INVITE').uri).toBe('sip:102@pbx.example')
    await answer(486)
    expect(await desk.call.ended).toMatchObject({ outcome: 'busy', status: 486 })
  })
})
