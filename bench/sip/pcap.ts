/** A UDP datagram as the kernel saw it. */
export interface Datagram {
  /** Milliseconds, since any moment. */
  readonly at: number
  readonly from: number
  readonly to: number
}

const NANOSECONDS = 0xa1b23c4d
const ETHERNET = 1
const [FILE_HEADER, RECORD_HEADER, ETHERNET_HEADER] = [24, 16, 14]

/** What tcpdump has written with times in nanoseconds: every datagram over IPv4, in order. */
export function readDatagrams(file: Buffer): Datagram[] {
  const big = file.readUInt32BE(0) === NANOSECONDS
  const number = (at: number) => (big ? file.readUInt32BE(at) : file.readUInt32LE(at))
  if (number(0) !== NANOSECONDS || number(20) !== ETHERNET) throw new Error('Not a capture of the loopback')
  const datagrams: Datagram[] = []
  const begin = file.length > FILE_HEADER ? number(FILE_HEADER) : 0
  for (let at = FILE_HEADER; at + RECORD_HEADER <= file.length;) {
    const ip = at + RECORD_HEADER + ETHERNET_HEADER
    const udp = ip + 4 * ((file[ip] ?? 0) & 0x0f)
    datagrams.push({
      at: (number(at) - begin) * 1e3 + number(at + 4) / 1e6,
      from: file.readUInt16BE(udp),
      to: file.readUInt16BE(udp + 2),
    })
    at += RECORD_HEADER + number(at + 8)
  }
  return datagrams
}
