import { createServer } from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { type Certificate, selfSigned } from '../testing/certificates.ts'
import { silentMedia } from '../testing/silent-media.ts'
import type { CallHandle } from '../src/call/call-handle.ts'
import type { ConnectionsOptions } from '../src/transport/connections.ts'
import type { Dialog } from '../src/dialog/dialog.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'

const bind = { host: '127.0.0.1', port: 0 }
let pbx: Certificate
let exchange: UserAgent
let agent: UserAgent
let asked: string[]
let rung: IncomingCall | undefined

beforeAll(() => {
  if (has('openssl')) pbx = selfSigned('pbx.hotel', 'DNS:pbx.hotel')
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await agent.close()
  await exchange.close()
})

/** An exchange whose certificate is made out to `pbx.hotel`, and a line that knows it by this name. */
async function meet(domain: string, tls: ConnectionsOptions['tls'], by: 'name' | 'number' = 'name') {
  asked = []
  const answer = (call: IncomingCall) => {
    rung = call
    void call.accept()
  }
  exchange = await createUserAgent({
    bind,
    protocols: ['TLS'],
    tls: pbx,
    media: silentMedia(),
    onCall: answer,
  })
  const lookup = (name: string) => (asked.push(name), Promise.resolve('127.0.0.1'))
  agent = await createUserAgent({ bind, protocols: ['TLS'], tls: tls ?? {}, media: silentMedia(), lookup })
  const host = by === 'name' ? domain : '127.0.0.1'
  const { port } = exchange.local
  agent.addLine({ user: 'voice1', domain, exchange: { host, port }, protocol: 'TLS', register: false })
}
const dial = () => {
  const call = agent.dial('voice1', { to: '101', onAnswered: () => void call.hangUp() })
  return call.ended
}

describe.skipIf(!has('openssl'))('a line over TLS', () => {
  it('calls an exchange that has the name it was asked for by, and is hung up on the same connection', async () => {
    await meet('pbx.hotel', { ca: pbx.cert })
    expect(await dial()).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(asked).toContain('pbx.hotel')
  })

  it('asks for the name of the domain where the exchange is given in numbers', async () => {
    await meet('pbx.hotel', { ca: pbx.cert }, 'number')
    expect(await dial()).toMatchObject({ outcome: 'answered' })
    expect(asked).not.toContain('pbx.hotel')
  })

  it('does not call an exchange that has another name', async () => {
    await meet('other.hotel', { ca: pbx.cert })
    const end = await dial()
    expect(end).toMatchObject({ outcome: 'line-trouble', status: null })
    expect(end.reason).toContain("Host: other.hotel. is not in the cert's altnames")
    expect(agent.lines()[0]?.lastError?.why).toContain('other.hotel')
    expect(exchange.calls).toBe(0)
  })

  it('does not call an exchange that nobody vouches for, unless told to', async () => {
    await meet('pbx.hotel', {})
    expect((await dial()).reason).toContain('self-signed certificate')
    await agent.close()
    await exchange.close()
    await meet('pbx.hotel', { rejectUnauthorized: false })
    expect(await dial()).toMatchObject({ outcome: 'answered' })
  })

  it('without a certificate is hung up by the exchange on the connection that it has opened', async () => {
    await meet('pbx.hotel', { ca: pbx.cert })
    const call = agent.dial('voice1', { to: '101', onAnswered: () => void rung?.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
  })

  it.each(['sip', 'sips'])('that calls a %s address is told one of the same kind', async (scheme) => {
    await meet('pbx.hotel', { ca: pbx.cert })
    const dialogs: (Dialog | null)[] = []
    const beforeAck = ({ dialog }: CallHandle) => Promise.resolve(void dialogs.push(dialog))
    const to = `${scheme}:101@pbx.hotel`
    const call = agent.dial('voice1', { to, beforeAck, onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    const transport = scheme === 'sip' ? ';transport=tls' : ''
    expect(dialogs.at(-1)?.remoteTarget).toBe(`${scheme}:101@127.0.0.1:${exchange.local.port}${transport}`)
  })

  it('with a certificate says in its Contact where it listens, by sips where it calls a sips address', async () => {
    await meet('pbx.hotel', { ...pbx, ca: pbx.cert })
    const said = new Promise<string>((resolve) => {
      const bare = createServer(pbx, (socket) => void socket.once('data', (bytes) => resolve(String(bytes))))
      bare.listen(0, '127.0.0.1', () => {
        const { port } = bare.address() as { port: number }
        const at = { domain: 'pbx.hotel', exchange: { host: '127.0.0.1', port } }
        agent.addLine({ user: 'voice2', ...at, protocol: 'TLS', register: false })
        agent.dial('voice2', { to: 'sips:101@pbx.hotel' })
      })
      // Nobody answers it, so nobody has to be told good-bye.
      closers.push(
        () => agent.close({ abruptly: true }),
        () => bare.close(),
      )
    })
    const { port } = agent.local
    expect(await said).toContain(`\r\nContact: <sips:voice2@127.0.0.1:${port}>\r\n`)
    expect(await said).toContain(`\r\nVia: SIP/2.0/TLS 127.0.0.1:${port};`)
  })

  it('can be pinged', async () => {
    await meet('pbx.hotel', { ca: pbx.cert })
    expect(await agent.ping('voice1')).toMatchObject({ status: 200 })
  })
})
