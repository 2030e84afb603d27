import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { Line } from '../lines/lines.ts'
import type { Flow } from '../transport/flow.ts'
import type { CallHandle } from './call-handle.ts'

const desk = outgoingDesk()
const { answer, dial, methods, pass, prepare, up } = desk

beforeEach(() => desk.reset())

const CHALLENGE = ['Proxy-Authenticate', 'Digest realm="pbx.example", nonce="n", qop="auth"'] as const

describe('an INVITE that is prepared', () => {
  it('has a whole handle, small and plain, and its audio port; nothing has left', async () => {
    await prepare()
    const { handle } = desk.call
    expect(JSON.stringify(handle).length).toBeLessThan(500)
    expect(JSON.parse(JSON.stringify(handle))).toEqual(handle)
    expect(handle.sentBy.local).toEqual(desk.way.flow.local)
    expect(desk.media.open).toBe(1)
    expect([desk.call.state, methods()]).toEqual(['unsent', []])
  })

  it('leaves in the very moment at which it is sent, as the handle says', async () => {
    await prepare()
    const { handle } = desk.call
    desk.call.send()
    expect(methods()).toEqual(['INVITE'])
    expect(desk.way.last('INVITE').headers.get('call-id')).toBe(handle.callId)
    desk.call.send()
    expect(methods()).toEqual(['INVITE'])
  })

  it('tells when the socket has taken it, once', async () => {
    let taken = 0
    await prepare({ onSent: () => void (taken += 1) })
    desk.call.send()
    expect(taken).toBe(0)
    await pass(0)
    expect(taken).toBe(1)
    await pass(600)
    expect([methods(), taken]).toEqual([['INVITE', 'INVITE'], 1])
  })

  it('waits for its moment however long that is, and then rings for its whole time', async () => {
    await prepare({ ringMs: 5_000 })
    await pass(60_000)
    desk.call.send()
    await answer(180)
    await pass(4_000)
    expect(methods()).toEqual(['INVITE'])
    await pass(1_000)
    expect(methods()).toEqual(['INVITE', 'CANCEL'])
  })

  it('is never sent once it was hung up, and lets its port go', async () => {
    await prepare()
    void desk.call.hangUp()
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', status: null })
    desk.call.send()
    await pass(60_000)
    expect([methods(), desk.media.open, desk.stack.transactions.size]).toEqual([[], 0, 0])
  })

  it('answers unasked what the exchange asked of the last one', async () => {
    await dial()
    const { line } = desk
    await answer(407, { headers: [CHALLENGE] })
    await answer(180)
    await prepare({}, {}, line)
    desk.call.send()
    expect(desk.way.last('INVITE').headers.get('proxy-authorization')).toMatch(/nonce="n".*nc=00000002/)
    await answer(407, { headers: [[CHALLENGE[0], CHALLENGE[1].replace('"n"', '"other"')]] })
    expect(desk.way.last('INVITE').headers.get('proxy-authorization')).toMatch(/nonce="other".*nc=00000001/)
  })

  it('says nothing unasked to a proxy that is not our exchange', async () => {
    await dial()
    const { line } = desk
    await answer(407, { headers: [[CHALLENGE[0], CHALLENGE[1].replace('pbx.example', 'elsewhere')]] })
    await answer(180)
    await prepare({}, {}, line)
    desk.call.send()
    expect(desk.way.last('INVITE').headers.has('proxy-authorization')).toBe(false)
  })
})

const NEVER = new Promise<never>(() => {})

describe('an INVITE that cannot be prepared', () => {
  it.each([
    ['way', () => void vi.spyOn(desk.stack, 'flowTo').mockReturnValue(NEVER)],
    ['audio', () => void vi.spyOn(desk.media, 'createStream').mockReturnValue(NEVER)],
  ])('is trouble of the line, not a guest who does not answer: its %s hangs', async (_, hang) => {
    hang()
    const ready = prepare({ ringMs: 5_000 })
    await pass(4_999)
    expect(desk.call.state).toBe('unsent')
    await pass(1)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', status: null })
    await ready
    desk.call.send()
    expect(methods()).toEqual([])
  })

  it('waits no longer once it was hung up, and opens no audio for it', async () => {
    let open: (flow: Flow) => void = () => {}
    vi.spyOn(desk.stack, 'flowTo').mockReturnValue(new Promise((resolve) => (open = resolve)))
    const ready = prepare()
    void desk.call.hangUp()
    await ready
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', reason: 'Withdrawn' })
    open(desk.way.flow)
    await pass(0)
    expect([methods(), desk.media.streams]).toEqual([[], []])
  })

  it('ends though writing it throws, and lets its port go', async () => {
    const line = new Line({ user: 'voice1', domain: 'pbx.example' }, desk.stack.random)
    vi.spyOn(line, 'contact').mockImplementation(() => {
      throw new Error('no Contact')
    })
    await prepare({}, {}, line)
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Error: no Contact' })
    expect([desk.media.streams.length, desk.media.open]).toEqual([1, 0])
  })
})

describe('an answer', () => {
  it('is acknowledged though writing it down throws', async () => {
    const beforeAck = () => {
      throw new Error('disk full')
    }
    await up({ beforeAck })
    expect(methods()).toEqual(['INVITE', 'ACK'])
    expect(desk.call.state).toBe('up')
  })

  it('is acknowledged with the credentials of the INVITE, after it was written down, and again when repeated', async () => {
    const handles: CallHandle[] = []
    await dial({ beforeAck: (handle) => Promise.resolve(void handles.push(handle)) })
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="asterisk", nonce="n"']] })
    const invite = desk.way.last('INVITE')
    await answer(200, sdp())
    expect(handles.map(({ dialog }) => dialog?.remoteTag)).toEqual(['theirs'])
    await answer(200, sdp())
    const acks = desk.way.requests('ACK').slice(1)
    expect(acks.map((ack) => ack.headers.get('cseq'))).toEqual(['2 ACK', '2 ACK'])
    expect(acks[0]?.headers.get('proxy-authorization')).toBe(invite.headers.get('proxy-authorization'))
    expect(acks[0]?.uri).toBe('sip:101@192.0.2.9:5062')
    expect(new Set(acks.map((ack) => ack.headers.get('via'))).size).toBe(2)
  })
})
