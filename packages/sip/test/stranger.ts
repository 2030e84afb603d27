import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Address } from '../src/messages/address.ts'

/** Somebody with a socket who sends whatever he likes. */
export interface Stranger {
  readonly port: number
  send(bytes: Uint8Array): void
  /**
   * Everything that has come since the last time, as it came. An OPTIONS goes after what was sent and its answer after
   * all other answers, so that silence is seen without waiting for it.
   */
  heard(): Promise<readonly string[]>
  close(): void
}

export async function openStranger(to: Address): Promise<Stranger> {
  const socket = createSocket('udp4')
  const seen: string[] = []
  socket.on('message', (bytes) => seen.push(bytes.toString()))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  let asked = 0
  const send = (bytes: Uint8Array) => socket.send(bytes, to.port, to.host)
  return {
    port,
    send,
    async heard() {
      const callId = `still-there-${++asked}-${port}`
      const isAnswer = (text: string) => text.includes(`\r\nCall-ID: ${callId}\r\n`)
      send(options(port, callId))
      await expect
        .poll(() => seen.find(isAnswer), { interval: 5, timeout: 10_000 })
        .toMatch(/^SIP\/2\.0 200 /)
      return seen.splice(0).filter((text) => !isAnswer(text))
    },
    close: () => socket.close(),
  }
}

/** What of it is said in one word: the status, or the method. */
export function wordOf(text: string): number | string {
  const [first = '', second = ''] = text.split(' ')
  return first === 'SIP/2.0' ? Number(second) : first
}

function options(port: number, callId: string): Buffer {
  const lines = [
    'OPTIONS sip:user@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/UDP 127.0.0.1:${port};rport;branch=z9hG4bK${callId}`,
    'Max-Forwards: 70',
    `From: <sip:stranger@127.0.0.1:${port}>;tag=stranger`,
    'To: <sip:user@127.0.0.1>',
    `Call-ID: ${callId}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}
