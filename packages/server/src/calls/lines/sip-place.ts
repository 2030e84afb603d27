import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'

/** Where SIP and audio come and go; what is left out is chosen by the system. */
export type SipPlace = Partial<Pick<SiteSections['telephony'], 'audioPorts' | 'port' | 'publicAddress'>> & {
  readonly bind: string
}

/** Whether the sockets can stay as they are. */
export const isOwnPlace = (a: SipPlace, b: SipPlace): boolean =>
  a.bind === b.bind &&
  a.port === b.port &&
  a.publicAddress === b.publicAddress &&
  a.audioPorts?.low === b.audioPorts?.low &&
  a.audioPorts?.high === b.audioPorts?.high

/** Why nothing can come or go there, in words that name what to set. */
export function placeTrouble(error: unknown, { bind, port }: SipPlace): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program on this machine (telephony.port says which port is ours)`
  if (code === 'EACCES') return `port ${port} may not be opened by this user (telephony.port)`
  if (code === 'EADDRNOTAVAIL') return `${bind} is not an address of this machine (telephony.bind)`
  return messageOf(error)
}

/** Tries it, and lets it go again at once: null when it could be had, over UDP and TCP alike. */
export async function whyNotAt(place: SipPlace): Promise<string | null> {
  try {
    await overUdp(place)
    await overTcp(place)
    return null
  } catch (error) {
    return placeTrouble(error, place)
  }
}

async function overUdp({ bind, port }: SipPlace) {
  const socket = createSocket(isIPv6(bind) ? 'udp6' : 'udp4')
  try {
    socket.bind(port, bind)
    await once(socket, 'listening')
  } finally {
    socket.close()
  }
}

async function overTcp({ bind, port }: SipPlace) {
  const server = createServer()
  try {
    server.listen(port, bind)
    await once(server, 'listening')
  } finally {
    server.close()
  }
}
