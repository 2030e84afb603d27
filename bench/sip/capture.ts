import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, closeSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Datagram, readDatagrams } from './pcap.ts'

/** Ethernet, IP, UDP and RTP headers: what was said is of no interest. */
const SNAP_BYTES = '64'
const BUFFER_KIB = '65536'

/** What goes from and to a port on the loopback for so long, each datagram with the kernel's own time. */
export async function capture(port: number, seconds: number): Promise<Datagram[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-capture-'))
  const place = path.join(folder, 'capture')
  try {
    const said = await record(port, seconds, place)
    const dropped = Number(/(\d+) packets? dropped by kernel/.exec(said)?.[1] ?? Number.NaN)
    if (dropped !== 0) throw new Error(`tcpdump has missed packets: ${said}`)
    return readDatagrams(await readFile(place))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** tcpdump writes to what we opened: it may not enter our folder, once it has put off its rights. */
async function record(port: number, seconds: number, place: string): Promise<string> {
  const file = openSync(place, 'w')
  const words = ['-i', 'lo', '-n', '--time-stamp-precision=nano', '-s', SNAP_BYTES, '-B', BUFFER_KIB]
  const tcpdump = spawn('tcpdump', [...words, '-w', '-', `udp port ${port}`], {
    stdio: ['ignore', file, 'pipe'],
  })
  closeSync(file)
  const closed = once(tcpdump, 'close')
  let said = ''
  tcpdump.stderr?.on('data', (text) => (said += String(text)))
  while (!said.includes('listening on')) {
    if (tcpdump.exitCode !== null) throw new Error(`tcpdump cannot listen: ${said}`)
    await setTimeout(10)
  }
  await setTimeout(1000 * seconds)
  tcpdump.kill('SIGINT')
  await closed
  return said
}
