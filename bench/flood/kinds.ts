/** What a stranger does who means no good, with a hundred connections. */
export const KINDS = {
  leaving: 'asks for documents and files, 50 in one go, and leaves at the first byte',
  'not reading': 'asks for the document without end and reads nothing',
  'half requests': 'begins requests and never ends them',
  'no words': 'connects and says nothing',
  'wrong credentials': 'guesses passwords, each for another name',
  'large bodies': 'posts bodies of 1 MiB without credentials',
  crowd: 'connects as often as it can, up to 3,000 times',
  lists: 'with an account without permissions asks for the list of calls, 50 in one go',
  handshakes: 'over TLS: shakes hands and leaves, again and again',
  'half handshakes': 'over TLS: begins to shake hands and goes no further',
} as const

export type FloodKind = keyof typeof KINDS

/** The kinds that come to a server with a certificate. */
export const OVER_TLS: readonly FloodKind[] = ['handshakes', 'half handshakes']

export interface Flood {
  readonly kind: FloodKind
  readonly port: number
  /** Of an account without permissions. */
  readonly authorization: string
}

/** What the stranger has done. */
export interface Told {
  readonly connections: number
  readonly bytesSent: number
  readonly bytesRead: number
}
