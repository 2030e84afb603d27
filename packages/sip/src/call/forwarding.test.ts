import { describe, expect, it } from 'vitest'
import { tellsOfForwarding } from './forwarding.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY } from '../messages/message.ts'

const tells = (status: number, ...headers: [string, string][]) =>
  tellsOfForwarding({ kind: 'response', status, reason: '', headers: Headers.of(headers), body: NO_BODY })

describe('an answer', () => {
  it.each<[number, ...[string, string][]]>([
    [181],
    [180, ['Diversion', '<sip:101@pbx>;reason=no-answer']],
    [200, ['Diversion', '<sip:101@pbx>;reason=user-busy;counter=1']],
    [183, ['History-Info', '<sip:101@pbx>;index=1, <sip:900@pbx;cause=408>;index=1.1;mp=1']],
    [200, ['History-Info', '<sip:101@pbx?Reason=SIP%3Bcause%3D302>;index=1']],
    [200, ['History-Info', '<sip:101@pbx>;index=1'], ['History-Info', '<sip:mail@pbx;cause=486>;index=1.1']],
  ])('%i %j tells that the call went elsewhere', (status, ...headers) => {
    expect(tells(status, ...headers)).toBe(true)
  })

  it.each<[number, ...[string, string][]]>([
    [100],
    [180],
    [182],
    [200],
    [180, ['History-Info', '<sip:101@pbx>;index=1, <sip:101@10.0.0.9:5062>;index=1.1;rc=1']],
    [200, ['History-Info', 'malformed "']],
    // The one who refuses may be anybody on the way.
    [486, ['Diversion', '<sip:101@pbx>;reason=user-busy']],
  ])('%i %j does not', (status, ...headers) => {
    expect(tells(status, ...headers)).toBe(false)
  })
})
