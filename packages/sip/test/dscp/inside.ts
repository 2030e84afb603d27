// Runs in a network of its own, whose only machine is this one: loads the rules, makes a call, and tells how its packets
// were marked. `node --import tsx inside.ts RULES`
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createUserAgent } from '../../src/agent/user-agent.ts'
import { openPhones } from '../../testing/scripted-phone.ts'

const HERE = '127.0.0.1'
const [rules = ''] = process.argv.slice(2)

execFileSync('ip', ['link', 'set', 'lo', 'up'])
if (rules !== '') execFileSync('/usr/sbin/nft', ['-f', rules])

const capture = spawn('tcpdump', ['-i', 'lo', '-n', '-v', '-l', '-Z', 'root', 'udp'], { stdio: 'pipe' })
const lines: string[] = []
createInterface(capture.stdout).on('line', (line) => void lines.push(line))
for await (const line of createInterface(capture.stderr)) if (line.includes('listening on')) break

const phones = await openPhones({
  bind: { host: HERE, port: 5_090 },
  audioPorts: { low: 40_000, high: 40_009 },
  script: () => ({ does: 'answer', hangsUpAfterMs: 500 }),
})
const agent = await createUserAgent({ bind: { host: HERE, port: 5_062 } })
agent.addLine({ user: 'voice1', domain: 'here', exchange: phones.address, register: false })
await agent.dial('voice1', { to: '101' }).ended
await agent.close()
await phones.close()
const gone = once(capture, 'close')
capture.kill('SIGINT')
await gone

/** Each packet has two lines: `IP (tos 0x60, ...`, then `127.0.0.1.5062 > 127.0.0.1.5090: SIP ...`. */
const packets = lines
  .join(' ')
  .split(/IP \(tos /)
  .slice(1)
const marks = packets.map((packet) => {
  const [, tos, port] = /^(0x[0-9a-f]+),.*?127\.0\.0\.1\.(\d+) > /.exec(packet) ?? []
  return { dscp: Number(tos) >> 2, from: Number(port) }
})
process.stdout.write(JSON.stringify(marks))
