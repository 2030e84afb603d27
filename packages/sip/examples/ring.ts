// Rings a phone, plays a tone to it, and tells how the call ended:
//   node --import tsx packages/sip/examples/ring.ts 127.0.0.1 5070 101
import { createUserAgent, prepareAudio } from '@reveille/sip'

const [host = '127.0.0.1', port = '5070', number = '101'] = process.argv.slice(2)

// Two seconds of 500 Hz as the telephone has it: 8,000 bytes of mu-law (PCMU) a second.
const tone = Uint8Array.from({ length: 16_000 }, (_, at) => (at % 16 < 8 ? 0x1f : 0x9f))

// The address is the one at which the exchange reaches us.
const agent = await createUserAgent({ bind: { host: '127.0.0.1', port: 0 } })

// A line is an extension that is ours. With `credentials`, and without `register: false`, it signs in and stays in.
agent.addLine({ user: 'voice1', domain: host, exchange: { host, port: Number(port) }, register: false })

const call = agent.dial('voice1', {
  to: number,
  ringMs: 20_000,
  announcement: prepareAudio(tone),
  onRinging: () => console.log('It rings.'),
  onAnswered: () => console.log('Somebody answers.'),
  onKey: (key) => console.log(`They press ${key}.`),
  onPlayed: () => void call.hangUp(),
})

console.log(await call.ended)
await agent.close()
