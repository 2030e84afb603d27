import { beforeEach, describe, expect, it } from 'vitest'
import { outgoingDesk, sdp } from '../../testing/outgoing-desk.ts'
import { settled } from '../../testing/recorded-way.ts'
import type { CallHandle } from './call-handle.ts'

const desk = outgoingDesk()
const { answer, dial, methods, pass, up } = desk

beforeEach(() => desk.reset())

describe('an INVITE', () => {
  it('leaves only after its handle was remembered, and the handle is plain', async () => {
    const steps: string[] = []
    await dial({
      remember: (handle) => {
        steps.push(JSON.stringify(handle).length < 500 ? 'remembered' : 'too large')
        expect(JSON.parse(JSON.stringify(handle))).toEqual(handle)
        steps.push(...methods().map(String))
        return Promise.resolve()
      },
    })
    expect(steps).toEqual(['remembered'])
    expect(methods()).toEqual(['INVITE'])
  })

  it.each(['its ring time', 'hangUp()'])('ends by %s while its handle is being remembered', async (by) => {
    let remembered = () => {}
    const remember = () => new Promise<void>((resolve) => (remembered = resolve))
    const started = dial({ remember, ringMs: 5_000 })
    await settled()
    if (by === 'hangUp()') void desk.call.hangUp()
    else await pass(5_000)
    expect(await desk.call.ended).toMatchObject({ outcome: 'no-answer', status: null })
    remembered()
    await started
    await pass(60_000)
    expect(methods()).toEqual([])
    expect(desk.media.open).toBe(0)
  })

  it('rings for its whole time, however long its handle took', async () => {
    let remembered = () => {}
    const remember = () => new Promise<void>((resolve) => (remembered = resolve))
    const started = dial({ remember, ringMs: 5_000 })
    await settled()
    await pass(4_000)
    remembered()
    await started
    await answer(180)
    await pass(4_000)
    expect(methods()).toEqual(['INVITE'])
    await pass(1_000)
    expect(methods()).toEqual(['INVITE', 'CANCEL'])
  })

  it('is not sent when remembering its handle throws', async () => {
    const remember = () => {
      throw new Error('disk full')
    }
    await dial({ remember })
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Error: disk full' })
    expect(methods()).toEqual([])
  })

  it('is acknowledged though remembering its answer throws', async () => {
    const remember = ({ dialog }: CallHandle) => {
      if (dialog) throw new Error('disk full')
      return Promise.resolve()
    }
    await up({ remember })
    expect(methods()).toEqual(['INVITE', 'ACK'])
    expect(desk.call.state).toBe('up')
  })

  it('is not sent when its handle cannot be remembered', async () => {
    await dial({ remember: () => Promise.reject(new Error('disk full')) })
    expect(methods()).toEqual([])
    expect(await desk.call.ended).toMatchObject({ outcome: 'line-trouble', reason: 'Error: disk full' })
    expect(desk.media.open).toBe(0)
  })

  it('acknowledges with the credentials of the INVITE, after the answer was remembered, and again when repeated', async () => {
    const handles: CallHandle[] = []
    await dial({ remember: (handle) => Promise.resolve(void handles.push(handle)) })
    await answer(407, { headers: [['Proxy-Authenticate', 'Digest realm="asterisk", nonce="n"']] })
    const invite = desk.way.last('INVITE')
    await answer(200, sdp())
    expect(handles[1]?.dialog?.remoteTag).toBe('theirs')
    await answer(200, sdp())
    const acks = desk.way.requests('ACK').slice(1)
    expect(acks.map((ack) => ack.headers.get('cseq'))).toEqual(['2 ACK', '2 ACK'])
    expect(acks[0]?.headers.get('proxy-authorization')).toBe(invite.headers.get('proxy-authorization'))
    expect(acks[0]?.uri).toBe('sip:101@192.0.2.9:5062')
    expect(new Set(acks.map((ack) => ack.headers.get('via'))).size).toBe(2)
  })
})
