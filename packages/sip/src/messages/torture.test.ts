import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCSeq, parseNameAddr, parseVia } from './header.ts'
import type { SipMessage } from './message.ts'
import { type Parsed, parseMessage } from './parse.ts'
import { listOf } from './params.ts'
import { parseUri, unescapeUri } from './uri.ts'
import { writeMessage } from './write.ts'

const FOLDER = new URL('../../test/data/torture/', import.meta.url)
const parse = (name: string): Parsed => parseMessage(readFileSync(new URL(`${name}.dat`, FOLDER)))

/** What becomes of each message of RFC 4475: `INVITE`, `200`, or why it is refused. */
function verdict(name: string): string {
  const parsed = parse(name)
  if (parsed.kind === 'garbage') return 'garbage'
  if (parsed.kind === 'refused') return `refused ${parsed.status}`
  return parsed.message.kind === 'request' ? parsed.message.method : String(parsed.message.status)
}

const VERDICTS: Readonly<Record<string, string>> = {
  // 3.1.1 valid
  wsinv: 'INVITE',
  intmeth: "!interesting-Method0123456789_*+`.%indeed'~",
  esc01: 'INVITE',
  escnull: 'REGISTER',
  esc02: 'RE%47IST%45R',
  lwsdisp: 'OPTIONS',
  longreq: 'INVITE',
  dblreq: 'REGISTER',
  semiuri: 'OPTIONS',
  transports: 'OPTIONS',
  mpart01: 'MESSAGE',
  unreason: '200',
  noreason: '100',
  // 3.1.2 invalid
  badinv01: 'refused 400',
  clerr: 'refused 400',
  ncl: 'refused 400',
  scalar02: 'refused 400',
  scalarlg: 'garbage',
  quotbal: 'refused 400',
  ltgtruri: 'refused 400',
  lwsruri: 'refused 400',
  lwsstart: 'refused 400',
  trws: 'refused 400',
  escruri: 'INVITE',
  baddate: 'INVITE',
  regbadct: 'REGISTER',
  badaspec: 'OPTIONS',
  // Not even an empty line ends this one as it was recorded.
  baddn: 'garbage',
  badvers: 'refused 505',
  mismatch01: 'refused 400',
  mismatch02: 'refused 400',
  bigcode: 'garbage',
  // 3.2 to 3.4: whole, and for the layers above to judge
  badbranch: 'OPTIONS',
  insuf: 'refused 400',
  unkscm: 'OPTIONS',
  novelsc: 'OPTIONS',
  unksm2: 'REGISTER',
  bext01: 'OPTIONS',
  invut: 'INVITE',
  regaut01: 'REGISTER',
  multi01: 'refused 400',
  mcl01: 'refused 400',
  bcast: '200',
  zeromf: 'OPTIONS',
  cparam01: 'REGISTER',
  cparam02: 'REGISTER',
  regescrt: 'REGISTER',
  sdp01: 'INVITE',
  inv2543: 'INVITE',
}

describe('the torture tests of RFC 4475', () => {
  it('are all judged', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace(/\.dat$/, ''))
    expect(Object.keys(VERDICTS).toSorted()).toEqual(files.toSorted())
  })

  it.each(Object.entries(VERDICTS))('%s is taken as %s', (name, expected) => {
    expect(verdict(name)).toBe(expected)
  })

  it('are taken for the same once we have written them anew', () => {
    for (const name of Object.keys(VERDICTS)) {
      const parsed = parse(name)
      if (parsed.kind !== 'message') continue
      const again = parseMessage(writeMessage(parsed.message))
      expect(again).toMatchObject({ kind: 'message', message: firstLine(parsed.message) })
    }
  })
})

const firstLine = (message: SipMessage) =>
  message.kind === 'request'
    ? { method: message.method, uri: message.uri }
    : { status: message.status, reason: message.reason }

function read(name: string): SipMessage {
  const parsed = parse(name)
  if (parsed.kind !== 'message') throw new Error(`${name} is not a message`)
  return parsed.message
}

const requestUri = (message: SipMessage) => (message.kind === 'request' ? parseUri(message.uri) : null)
const addresses = ({ headers }: SipMessage, name: string) =>
  (listOf(headers.all(name)) ?? []).map((one) => parseNameAddr(one))
const uriIn = (message: SipMessage, name: string) => parseUri(addresses(message, name)[0]?.uri ?? '')
const userIn = (message: SipMessage, name: string) => unescapeUri(uriIn(message, name)?.user ?? '')
const vias = ({ headers }: SipMessage) => (listOf(headers.all('via')) ?? []).map((one) => parseVia(one))

describe('the meaning of the valid ones', () => {
  it('wsinv: a short tortuous INVITE (3.1.1.1)', () => {
    const message = read('wsinv')
    const { headers, body } = message
    expect(vias(message).map((via) => [via?.transport, via?.host, via?.params.get('branch')])).toEqual([
      ['UDP', '192.0.2.2', '390skdjuw'],
      ['TCP', 'spindle.example.com', 'z9hG4bK9ikj8'],
      ['UDP', '192.168.255.111', 'z9hG4bK30239'],
    ])
    expect(addresses(message, 'from')[0]).toMatchObject({
      display: String.raw`J Rosenberg \"`,
      uri: 'sip:jdrosen@example.com',
    })
    expect(addresses(message, 'to')[0]?.params.get('tag')).toBe('1918181833n')
    expect(addresses(message, 'contact')[0]?.display).toBe('Quoted string ""')
    expect(addresses(message, 'contact')[0]?.params).toEqual(
      new Map(Object.entries({ newparam: 'newvalue', secondparam: null, q: '0.33' })),
    )
    expect(uriIn(message, 'route')?.params.get('unknown-no-value')).toBeNull()
    expect(parseCSeq(headers.get('cseq') ?? '')).toEqual({ number: 9, method: 'INVITE' })
    expect(Number(headers.get('max-forwards'))).toBe(68)
    expect(headers.get('subject')).toBe('')
    expect(headers.get('newfangledheader')).toBe('newfangled value continued newfangled value')
    expect(headers.get('unknownheaderwithunusualvalue')).toBe(';;,,;;,;')
    expect(body).toHaveLength(150)
  })

  it('intmeth: a wide range of characters (3.1.1.2)', () => {
    const message = read('intmeth')
    const { headers } = message
    const uri = requestUri(message)
    expect(uri?.user).toBe("1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*")
    expect(uri?.password).toBe("&it+has=1,weird!*pas$wo~d_too.(doesn't-it)")
    expect(uri?.host).toBe('example.com')
    expect(vias(message)[0]?.params.get('branch')).toBe("z9hG4bK-.!%66*_+`'~")
    expect(addresses(message, 'to')[0]?.display).toBe('BEL:\u{7} NUL:\0 DEL:\u{7f}')
    const [from] = addresses(message, 'from')
    expect(from?.display).toBe("token1~` token2'+_ token3*%!.-")
    expect(from?.params.get("fromparam''~+*_!.-%")).toBe('работающий')
    expect(from?.params.get('tag')).toBe("_token~1'+`*%!-.")
    expect(headers.get('call-id')).toBe('intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{')
    expect(headers.get("extensionHeader-!.%*+_`'~")).toBe('\u{feff}大停電')
  })

  it('esc01: escapes in addresses (3.1.1.3)', () => {
    const message = read('esc01')
    expect(unescapeUri(requestUri(message)?.user ?? '')).toBe('sips:user@example.com')
    expect(requestUri(message)?.host).toBe('example.net')
    expect([userIn(message, 'to'), userIn(message, 'from')]).toEqual(['user', 'I have spaces'])
    expect(userIn(message, 'contact')).toBe('caller')
    expect(uriIn(message, 'contact')?.params).toEqual(new Map(Object.entries({ lr: null, name: 'value%41' })))
  })

  it('escnull: escaped nulls (3.1.1.4)', () => {
    const message = read('escnull')
    expect([userIn(message, 'to'), userIn(message, 'from')]).toEqual(['null-\0-null', 'null-\0-null'])
    const users = addresses(message, 'contact').map((one) => parseUri(one?.uri ?? '')?.user)
    expect(users).toEqual(['%00', '%00%00'])
  })

  it('esc02: a percent sign that escapes nothing (3.1.1.5)', () => {
    const message = read('esc02')
    expect(addresses(message, 'to')[0]?.display).toBe('%Z%45')
    expect(addresses(message, 'contact')).toHaveLength(2)
  })

  it('lwsdisp: no space before the bracket (3.1.1.6)', () => {
    expect(addresses(read('lwsdisp'), 'from')[0]).toMatchObject({
      display: 'caller',
      uri: 'sip:caller@example.com',
    })
  })

  it('longreq: long values (3.1.1.7)', () => {
    const message = read('longreq')
    const [to] = addresses(message, 'to')
    const [from] = addresses(message, 'from')
    expect(to?.display).toBe(`I have a user name of ${'extreme'.repeat(10)} proportion`)
    const uri = parseUri(to?.uri ?? '')
    expect(uri?.port).toBe(6000)
    expect(uri?.params.get('unknownparam1')).toBe(`very${'long'.repeat(20)}value`)
    expect(uri?.params.get(`longparam${'name'.repeat(25)}`)).toBe('shortvalue')
    expect(uri?.params.get(`very${'long'.repeat(25)}parameternamewithnovalue`)).toBeNull()
    expect(from?.params.get('tag')).toBe(`12${'982'.repeat(50)}424`)
    expect(parseUri(from?.uri ?? '')?.user).toBe('amazinglylongcallername'.repeat(5))
    expect(message.headers.get('call-id')).toBe(`longreq.one${'really'.repeat(20)}longcallid`)
    expect(vias(message)).toHaveLength(34)
    expect(vias(message)[33]?.params.get('branch')).toBe(`very${'long'.repeat(50)}branchvalue`)
    expect(message.body).toHaveLength(150)
  })

  it('semiuri: parameters in the user (3.1.1.9)', () => {
    const uri = requestUri(read('semiuri'))
    expect(unescapeUri(uri?.user ?? '')).toBe('user;par=u@example.net')
    expect(uri).toMatchObject({ host: 'example.com', params: new Map() })
    expect(listOf(read('semiuri').headers.all('accept'))).toHaveLength(6)
  })

  it('transports: known and unknown ones (3.1.1.10)', () => {
    const transports = vias(read('transports')).map((via) => via?.transport)
    expect(transports).toEqual(['UDP', 'SCTP', 'TLS', 'UNKNOWN', 'TCP'])
  })

  it('mpart01: a body of bytes, nulls among them (3.1.1.11)', () => {
    const { body, headers } = read('mpart01')
    expect(body).toHaveLength(553)
    expect(body).toContain(0)
    expect(headers.get('c')).toBe('multipart/mixed;boundary=7a9cbec02ceef655')
    expect(Buffer.from(body).toString('latin1')).toMatch(
      /^--7a9cbec02ceef655\r\n.*--7a9cbec02ceef655--\r\n$/s,
    )
  })

  it('unreason and noreason: any reason, or none (3.1.1.12, 3.1.1.13)', () => {
    expect(read('unreason')).toMatchObject({
      status: 200,
      reason: '= 2**3 * 5**2 но сто девяносто девять - простое',
    })
    expect(read('noreason')).toMatchObject({ status: 100, reason: '' })
  })

  it('cparam01, cparam02: a parameter of the header, and one of the address (3.3.12, 3.3.13)', () => {
    expect(addresses(read('cparam01'), 'contact')).toEqual([
      { display: '', uri: 'sip:+19725552222@gw1.example.net', params: new Map([['unknownparam', null]]) },
    ])
    expect(addresses(read('cparam02'), 'contact')[0]?.params.size).toBe(0)
    expect(uriIn(read('cparam02'), 'contact')?.params.has('unknownparam')).toBe(true)
  })

  it('regescrt: a header within an address (3.3.14)', () => {
    const uri = uriIn(read('regescrt'), 'contact')
    expect(unescapeUri(uri?.headers ?? '')).toBe('Route=<sip:sip.example.com>')
  })

  it('regbadct, badaspec, baddn: what is wrong but plain is understood (3.1.2.13 to 3.1.2.15)', () => {
    expect(uriIn(read('regbadct'), 'contact')).toMatchObject({ user: 'user', host: 'example.com' })
    expect(uriIn(read('badaspec'), 'to')).toMatchObject({ user: 't.watson', host: 'example.org' })
    const whole = Buffer.concat([readFileSync(new URL('baddn.dat', FOLDER)), Buffer.from('\r\n')])
    const parsed = parseMessage(whole)
    const message = parsed.kind === 'message' ? parsed.message : null
    expect(parseNameAddr(message?.headers.get('to') ?? '')?.display).toBe('Watson, Thomas')
  })

  it('cuts what lies behind the length (3.1.1.8) and keeps the first message', () => {
    const parsed = parse('dblreq')
    expect(parsed.kind === 'message' && parsed.message.body).toHaveLength(0)
  })
})
