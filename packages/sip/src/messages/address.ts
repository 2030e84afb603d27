/** Where packets come from and go to. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** A server as people name it: without a port, its name may have several places behind it (RFC 3263 4.2). */
export interface Hop {
  readonly host: string
  readonly port?: number
}

/** An IPv6 address stands in brackets wherever a port may follow (RFC 3261 25.1). */
export const hostText = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

export const bareHost = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/**
 * The address of a peer in its plain form: without brackets, and as IPv4 where a socket for both families has wrapped
 * it (`::ffff:10.0.0.5`, RFC 4291 2.5.5.2), so that one peer has one name.
 */
export const plainAddress = ({ host, port }: Address): Address => ({
  host: bareHost(host).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, ''),
  port,
})
