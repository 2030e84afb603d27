import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Address } from '../src/messages/address.ts'

/** What becomes of the n-th datagram, counted from 1 over both directions. */
export type Fate = 'pass' | 'lose' | 'double'

export interface LossyRelay {
  readonly address: Address
  close(): void
}

/** Stands between one caller and one peer, in the place of either, and is not to be relied upon. */
export async function openRelay(
  peer: Address,
  fate: (count: number) => Fate,
  alter: (bytes: Buffer, port: number) => Buffer = withContact,
): Promise<LossyRelay> {
  const [near, far] = [await bound(), await bound()]
  let caller: Address | undefined
  let count = 0
  const forward = (bytes: Buffer, by: Socket, to: Address) => {
    const copies = { pass: 1, lose: 0, double: 2 }[fate(++count)]
    const altered = alter(bytes, by.address().port)
    for (let copy = 0; copy < copies; copy++) by.send(altered, to.port, to.host)
  }
  near.on('message', (bytes, from) => {
    caller = { host: from.address, port: from.port }
    forward(bytes, far, peer)
  })
  far.on('message', (bytes) => caller && forward(bytes, near, caller))
  return {
    address: { host: '127.0.0.1', port: near.address().port },
    close() {
      near.close()
      far.close()
    },
  }
}

/** What follows within the call comes this way too. */
const withContact = (bytes: Buffer, port: number) =>
  Buffer.from(
    bytes.toString('latin1').replace(/^(Contact: <sip:[^@]*@127\.0\.0\.1):\d+/m, `$1:${port}`),
    'latin1',
  )

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
