import { describe, expect, it } from 'vitest'
import { type Dialog, dialogOfCallee, dialogOfCaller, receivedWithin, requestWithin } from './dialog.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'

const invite: SipRequest = {
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:101@hotel.example',
  headers: Headers.of([
    ['From', '"Wake-up" <sip:voice1@hotel.example>;tag=ours'],
    ['To', '<sip:101@hotel.example>'],
    ['Call-ID', 'c1'],
    ['CSeq', '7 INVITE'],
    ['Contact', '<sip:voice1@192.0.2.1:5060>'],
  ]),
  body: NO_BODY,
}
const ok = (...routes: string[]): SipResponse => ({
  kind: 'response',
  status: 200,
  reason: 'OK',
  headers: Headers.of([
    ...routes.map((route) => ['Record-Route', route] as const),
    ['To', '<sip:101@hotel.example>;tag=theirs'],
    ['Contact', '<sip:101@192.0.2.50:5062;ob>'],
  ]),
  body: NO_BODY,
})

function callerDialog(...routes: string[]): Dialog {
  const dialog = dialogOfCaller(invite, ok(...routes))
  if (!dialog) throw new Error('no dialog')
  return dialog
}

describe('a dialog', () => {
  it('goes back along the proxies that asked to stay on the way, nearest first', () => {
    const { request } = requestWithin(callerDialog('<sip:far;lr>, <sip:middle;lr>', '<sip:near;lr>'), 'BYE')
    expect(request.uri).toBe('sip:101@192.0.2.50:5062;ob')
    expect(request.headers.all('route')).toEqual(['<sip:near;lr>', '<sip:middle;lr>', '<sip:far;lr>'])
    expect(request.headers.get('cseq')).toBe('8 BYE')
    expect(request.headers.get('to')).toContain('tag=theirs')
  })

  it('puts a strict router into the address and the target at the end', () => {
    const { request } = requestWithin(callerDialog('<sip:far;lr>', '<sip:strict.example>'), 'BYE')
    expect(request.uri).toBe('sip:strict.example')
    expect(request.headers.all('route')).toEqual(['<sip:far;lr>', '<sip:101@192.0.2.50:5062;ob>'])
  })

  it('acknowledges with the number of the INVITE, and counts on from there', () => {
    const dialog = callerDialog()
    expect(requestWithin(dialog, 'ACK').request.headers.get('cseq')).toBe('7 ACK')
    const first = requestWithin(dialog, 'INFO')
    expect(requestWithin(first.dialog, 'BYE').request.headers.get('cseq')).toBe('9 BYE')
  })

  it('keeps the routes as they came on the side that was called, and tags itself', () => {
    const routed = {
      ...invite,
      headers: invite.headers.clone().append('Record-Route', '<sip:a;lr>, <sip:b;lr>'),
    }
    const dialog = dialogOfCallee(routed, 'mine', 100)
    expect(dialog?.routeSet).toEqual(['<sip:a;lr>', '<sip:b;lr>'])
    expect(dialog?.localParty).toBe('<sip:101@hotel.example>;tag=mine')
    expect(dialog?.remoteTarget).toBe('sip:voice1@192.0.2.1:5060')
  })

  it('refuses what is out of order, and follows a target that moves', () => {
    const dialog = { ...callerDialog(), remoteSeq: 5 }
    const within = (method: string, number: number): SipRequest => ({
      ...invite,
      method,
      headers: Headers.of([
        ['CSeq', `${number} ${method}`],
        ['Contact', '<sip:101@192.0.2.99>'],
      ]),
    })
    expect(receivedWithin(dialog, within('INFO', 4))).toBe('out of order')
    expect(receivedWithin(dialog, within('INFO', 6))).toMatchObject({
      remoteSeq: 6,
      remoteTarget: dialog.remoteTarget,
    })
    expect(receivedWithin(dialog, within('INVITE', 6))).toMatchObject({ remoteTarget: 'sip:101@192.0.2.99' })
  })
})
