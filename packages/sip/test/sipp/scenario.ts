/**
 * What sipp shall do, step by step, in its own language. A scenario has one call; what sipp must repeat later (the
 * way back to the INVITE, the parties) is kept in its variables.
 */
export type Step = string

type Header = readonly [name: string, value: string]

export interface Said {
  /** In the place of what would be said by that name. */
  readonly headers?: readonly Header[]
  readonly body?: string
}

/** By this tag sipp is known in the call, unless it speaks as a second phone. */
const TAG = 'sipp'
const KEPT = {
  via: ['Via', '.*'],
  from: ['From', '.*'],
  to: ['To', '&lt;[^&gt;]*&gt;'],
  cseq: ['CSeq', '[0-9]+ .*'],
  contact: ['Contact', 'sip:[^&gt;]*'],
} as const

const KEEP = Object.entries(KEPT)
  .map(([variable, [header, regexp]]) => search(regexp, header, variable))
  .join('')

function search(regexp: string, header: string, variable: string) {
  return `<ereg regexp="${regexp}" search_in="hdr" header="${header}:" assign_to="${variable}"/>`
}

/** Our request; anything else ends the scenario as failed. Of an INVITE, what its answers need is kept. */
export const receives = (method: string): Step =>
  `<recv request="${method}">${method === 'INVITE' ? `<action>${KEEP}</action>` : ''}</recv>`

/** Our answer. */
export const receivesStatus = (status: number): Step => `<recv response="${status}"/>`

/** Our answer, of which the tag is kept for what follows in the dialog. */
export const receivesAnswer = (status: number): Step =>
  `<recv response="${status}" rrs="true"><action>${search('.*', 'To', 'peer')}</action></recv>`

/** The answer to the INVITE, however long ago it came. */
export const answers = (status: number, reason: string, said: Said & { tag?: string } = {}): Step =>
  send(
    `SIP/2.0 ${status} ${reason}`,
    [
      ['Via', '[$via]'],
      ['From', '[$from]'],
      ['To', status === 100 ? '[$to]' : `[$to];tag=${said.tag ?? TAG}`],
      ['Call-ID', '[call_id]'],
      ['CSeq', '[$cseq]'],
      CONTACT,
    ],
    said,
  )

/** The answer to the request that came last. */
export const replies = (status: number, reason: string, { headers = [], body = '' }: Said = {}): Step =>
  message(
    [
      `SIP/2.0 ${status} ${reason}`,
      ...['Via', 'From', 'To', 'Call-ID', 'CSeq'].map((name) => `[last_${name}:]`),
      ...lines(headers),
    ],
    body,
  )

const CONTACT: Header = ['Contact', '<sip:[local_ip]:[local_port];transport=[transport]>']

/** A request within the call that we began. */
export const sends = (method: string, seq: number, said: Said & { branch?: string } = {}): Step =>
  send(
    `${method} [$contact] SIP/2.0`,
    [
      ['Via', via(said.branch)],
      ['Max-Forwards', '70'],
      ['From', `[$to];tag=${TAG}`],
      ['To', '[$from]'],
      ['Call-ID', '[call_id]'],
      ['CSeq', `${seq} ${method}`],
      CONTACT,
    ],
    said,
  )

/** An INVITE within the call that we refuse, with the ACK to the refusal (RFC 3261 17.1.1.3). */
export const isRefused = (seq: number, status: number, said: Said = {}): readonly Step[] => {
  const branch = `z9hG4bKrefused${seq}`
  return [sends('INVITE', seq, { ...said, branch }), receivesStatus(status), sends('ACK', seq, { branch })]
}

/** A request of sipp as the caller: out of any dialog, or in the one that our answer has made. */
export const calls = (
  method: string,
  seq: number,
  said: Said & { inDialog?: boolean; branch?: string } = {},
): Step =>
  send(
    `${method} ${said.inDialog ? '[next_url]' : 'sip:voice1@[remote_ip]:[remote_port]'} SIP/2.0`,
    [
      ['Via', via(said.branch)],
      ['Max-Forwards', '70'],
      ['From', `<sip:101@[local_ip]:[local_port]>;tag=${TAG}`],
      ['To', said.inDialog ? '[$peer]' : '<sip:voice1@[remote_ip]:[remote_port]>'],
      ['Call-ID', '[call_id]'],
      ['CSeq', `${seq} ${method}`],
      CONTACT,
    ],
    said,
  )

const via = (branch = '[branch]') => `SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}`

const send = (first: string, own: readonly Header[], { headers = [], body = '' }: Said): Step =>
  message(
    [first, ...lines([...own.filter(([name]) => !headers.some(([other]) => other === name)), ...headers])],
    body,
  )

const lines = (headers: readonly Header[]) => headers.map(([name, value]) => `${name}: ${value}`)

function message(head: readonly string[], body: string): Step {
  const type = body.startsWith('v=0') ? ['Content-Type: application/sdp'] : []
  return `<send><![CDATA[\n${[...head, ...type, 'Content-Length: [len]', '', body].join('\n')}\n]]></send>`
}

/** A call as told, and beside it requests of other kinds, each with steps of its own: no steps, no answer. */
export function exchange(call: readonly Step[], others: Readonly<Record<string, readonly Step[]>>): Step[] {
  const kinds = Object.entries(others).map(([method, steps], at) => ({ method, steps, label: 10 + at }))
  return [
    ...kinds.map(({ method, label }) => `<recv request="${method}" optional="true" next="${label}"/>`),
    ...call,
    '<nop next="2"/>',
    ...kinds.flatMap(({ steps, label }) => [`<label id="${label}"/>`, ...steps, '<nop next="2"/>']),
  ]
}

/** So long does whoever sits at the phone. */
export const pauses = (ms: number): Step => `<pause milliseconds="${ms}"/>`

/** Goes on when the test says so (see `cue`). */
export const waitsForCue = (): Step => receives('MESSAGE')

/** Sends the packets of a recording to where our description says. */
export const plays = (pcap: string): Step => `<nop><action><exec play_pcap_audio="${pcap}"/></action></nop>`

/** sipp's own arithmetic (it knows Authorization and MD5): an INVITE whose credentials are wrong gets 403. */
export const receivesAuthorized = (username: string, password: string): readonly Step[] => [
  `<recv request="INVITE" test="valid" next="1"><action>${KEEP}` +
    `<verifyauth assign_to="valid" username="${username}" password="${password}"/></action></recv>`,
  answers(403, 'Forbidden'),
  receives('ACK'),
  '<nop next="2"/>',
  '<label id="1"/>',
]

export interface Sdp {
  readonly port: number | '[media_port]'
  readonly host?: string
  readonly formats?: string
  readonly version?: number
  readonly attributes?: readonly string[]
}

/** A description by sipp: PCMU, and telephone events on a payload type that is not ours. */
export const sdp = ({
  port,
  host = '127.0.0.1',
  formats = '0 97',
  version = 1,
  attributes = [],
}: Sdp): string =>
  [
    'v=0',
    `o=sipp 1 ${version} IN IP4 127.0.0.1`,
    's=-',
    `c=IN IP4 ${host}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    'a=rtpmap:97 telephone-event/8000',
    'a=fmtp:97 0-15',
    ...attributes.map((attribute) => `a=${attribute}`),
  ].join('\n')

export function writeScenario(steps: readonly Step[]): string {
  const kept = [...Object.keys(KEPT), 'peer'].filter((name) =>
    steps.some((step) => step.includes(`"${name}"`)),
  )
  // Named here, a variable need not be used.
  const reference = kept.length > 0 ? `<Reference variables="${kept.join(',')}"/>` : ''
  return [
    '<?xml version="1.0" encoding="ISO-8859-1" ?>',
    '<scenario name="reveille">',
    ...steps,
    '<label id="2"/>',
    reference,
    '</scenario>',
  ].join('\n')
}
