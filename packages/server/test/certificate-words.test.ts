import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { request } from 'node:https'
import { type Certificate, selfSigned } from '@reveille/sip/testing'
import { describe, expect, it } from 'vitest'
import { authority } from '../../../peers/certificates.ts'
import { has } from '../../../peers/programs.ts'
import { certificateOf, certificateWords } from '../src/connectors/webhook/tls-words.ts'

/** What is said of a receiver with this certificate, by one who trusts that authority. */
async function saidOf(own: Certificate, ca?: Buffer): Promise<string | null> {
  const server = createServer({ key: own.key, cert: own.cert }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const post = request({
    host: '127.0.0.1',
    port,
    servername: 'bar.example',
    agent: false,
    ...(ca ? { ca } : {}),
  })
  let seen: ReturnType<typeof certificateOf> = () => null
  post.once('socket', (socket) => (seen = certificateOf(socket)))
  post.end()
  const [error] = await once(post, 'error')
  server.close()
  return certificateWords(error, 'bar.example', seen())
}

const house = authority('the house')

describe.skipIf(!has('openssl'))('a certificate that is refused', () => {
  it('because its time is over says when that was', async () => {
    const expired = await saidOf(house.issue(['DNS:bar.example'], -1), house.cert)
    expect(expired).toMatch(/^The certificate of bar\.example has expired on \d{1,2} \w{3} \d{4}$/)
  })

  it('because it is made out to another name says to whom', async () => {
    expect(await saidOf(house.issue(['DNS:pool.example', 'DNS:spa.example']), house.cert)).toBe(
      'The certificate of bar.example has the wrong name: it is made out to pool.example, spa.example',
    )
  })

  it('because it vouches for itself, or an authority that we do not know does, says so', async () => {
    expect(await saidOf(selfSigned('bar.example', 'DNS:bar.example'))).toBe(
      'The certificate of bar.example is self-signed, and we were not told to trust it',
    )
    expect(await saidOf(house.issue(['DNS:bar.example']))).toBe(
      'The certificate of bar.example is of an authority that we do not trust: give its certificate',
    )
  })

  it('is told apart from any other trouble', () => {
    expect(certificateWords(new Error('connect ECONNREFUSED'), 'bar.example', null)).toBeNull()
  })
})
