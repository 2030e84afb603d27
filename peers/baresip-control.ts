import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { HERE } from './ports.ts'
import { Sightings } from './sightings.ts'

/** What baresip tells by itself. */
export interface PhoneEvent {
  readonly type: string
  readonly param?: string
  readonly peeruri?: string
}

interface Reply {
  readonly token: string
  readonly ok: boolean
  readonly data: string
}

/** Its module `ctrl_tcp`: JSON both ways, each message with its length before it and a comma after it. */
export interface Control {
  readonly events: Sightings<PhoneEvent>
  /** What it says to a command of its menu. */
  command(name: string, params?: string): Promise<string>
  close(): void
}

export async function openControl(port: number): Promise<Control> {
  const socket = connect(port, HERE)
  await once(socket, 'connect')
  const [events, replies] = [new Sightings<PhoneEvent>(), new Sightings<Reply>()]
  readMessages(socket, (message) =>
    'response' in message
      ? replies.add(message as unknown as Reply)
      : events.add(message as unknown as PhoneEvent),
  )
  let count = 0
  return {
    events,
    async command(command, params = '') {
      const token = String(++count)
      const text = JSON.stringify({ command, params, token })
      socket.write(`${Buffer.byteLength(text)}:${text},`)
      const reply = await replies.next(`an answer to ${command}`, (one) => one.token === token)
      if (!reply.ok) throw new Error(`baresip refused ${command} ${params}: ${reply.data}`)
      return reply.data
    },
    close() {
      events.close()
      replies.close()
      socket.destroy()
    },
  }
}

function readMessages(socket: Socket, onMessage: (message: object) => void): void {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more])
    for (let end = messageEnd(bytes); end > 0; end = messageEnd(bytes)) {
      onMessage(JSON.parse(bytes.subarray(bytes.indexOf(':') + 1, end).toString()) as object)
      bytes = bytes.subarray(end + 1)
    }
  })
}

/** Where the comma after the first message is; 0 while it has not come whole. */
function messageEnd(bytes: Buffer): number {
  const colon = bytes.indexOf(':')
  const end = colon + 1 + Number(bytes.subarray(0, Math.max(0, colon)))
  return colon > 0 && bytes.length > end ? end : 0
}
