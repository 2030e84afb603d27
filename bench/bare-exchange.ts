// An exchange of bare datagrams, which knows as much of SIP as the callers of a bench need.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

const RECEIVE_BYTES = 1 << 23
const HEADER_BYTES = 12
/** In mu-law. */
const SILENCE = 0xff

/** RFC 3261 13.3.1.4: a 200 is repeated until it is acknowledged, for 64 T1. */
export const T1 = 500
export const T2 = 4_000
export const PACKET_MS = 20

export const now = () => performance.timeOrigin + performance.now()

export const callIdOf = (text: string) => /^Call-ID: *(.*?)\s*$/im.exec(text)?.[1] ?? ''
export const numberOf = (text: string) => /^\S+ sip:([^@\s]+)@/.exec(text)?.[1] ?? ''
/** Where the audio of whoever wrote it comes from. */
export const audioPortOf = (text: string) => Number(/^m=audio (\d+)/m.exec(text)?.[1] ?? 0)
export const bearsSound = (packet: Buffer) => packet.subarray(HEADER_BYTES).some((byte) => byte !== SILENCE)

const fieldOf = (name: string, text: string) =>
  new RegExp(`^${name}: .*$`, 'im').exec(text)?.[0].trimEnd() ?? ''

async function open(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BYTES })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

export async function openBareExchange() {
  const [signalling, audio] = [await open(), await open()]
  const { port } = signalling.address()
  /** Of every phone, whose audio comes to one socket. */
  const description = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${audio.address().port} RTP/AVP 0`,
    '',
  ].join('\r\n')

  function answer(request: string, to: RemoteInfo, status: number, reason: string, body = '') {
    const whom = fieldOf('To', request)
    const lines = [
      `SIP/2.0 ${status} ${reason}`,
      ...['Via', 'From'].map((name) => fieldOf(name, request)),
      whom.includes(';tag=') ? whom : `${whom};tag=phone`,
      ...['Call-ID', 'CSeq'].map((name) => fieldOf(name, request)),
      `Contact: <sip:${numberOf(request) || 'exchange'}@127.0.0.1:${port}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ]
    signalling.send(lines.join('\r\n'), to.port, to.address)
  }
  const pickUp = (invite: string, from: RemoteInfo) => answer(invite, from, 200, 'OK', description)
  return { signalling, audio, port, answer, pickUp }
}
