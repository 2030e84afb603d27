import { afterEach, describe, expect, it } from 'vitest'
import type { RegistrationState } from '../src/lines/registration.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { openExchange, type ScriptedExchange } from '../testing/scripted-exchange.ts'
import { silentMedia } from '../testing/silent-media.ts'

/** A process that is killed leaves its registration behind; the exchange allows one contact for each extension. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function openRegistrar(): Promise<ScriptedExchange> {
  const phones = { host: '127.0.0.1', port: 9 }
  const exchange = await openExchange({
    domain: 'pbx',
    accounts: {},
    challenges: [],
    phones,
    oneContact: true,
  })
  closers.push(() => exchange.close())
  return exchange
}

/** Starts at this port; gives how its first registration ended. */
async function start(port: number, { address }: ScriptedExchange) {
  let settle: (state: RegistrationState) => void = () => {}
  const settled = new Promise<RegistrationState>((resolve) => (settle = resolve))
  const agent: UserAgent = await createUserAgent({
    bind: { host: '127.0.0.1', port },
    media: silentMedia(),
    onRegistration: (_, state) => void (state !== 'registering' && settle(state)),
  })
  closers.push(() => agent.close({ abruptly: true }))
  agent.addLine({ user: 'voice1', domain: 'pbx', exchange: address, removesOld: true })
  return { agent, state: await settled }
}

describe('a process that was killed and starts anew', () => {
  it('takes the place of its own registration where it has the same port', async () => {
    const exchange = await openRegistrar()
    const first = await start(0, exchange)
    await first.agent.close({ abruptly: true })
    const second = await start(first.agent.local.port, exchange)
    expect([first.state, second.state]).toEqual(['registered', 'registered'])
  })

  it('meets it where it has another, and has it replaced', async () => {
    const exchange = await openRegistrar()
    const first = await start(0, exchange)
    const second = await start(0, exchange)
    expect([first.state, second.state]).toEqual(['registered', 'registered'])
    expect(exchange.bindings.get('voice1')?.contact).toContain(`:${second.agent.local.port}`)
  })

  it('leaves alone what is registered at another address, and asks for it once only', async () => {
    const exchange = await openRegistrar()
    const elsewhere = 'sip:voice1@127.0.0.9:5062'
    exchange.bindings.set('voice1', { contact: elsewhere, expires: 600 })
    const { state } = await start(0, exchange)
    expect([state, exchange.bindings.get('voice1')?.contact]).toEqual(['backing off', elsewhere])
    expect(exchange.requests.map(({ headers }) => headers.get('contact') !== undefined)).toEqual([
      true,
      false,
    ])
  })
})
