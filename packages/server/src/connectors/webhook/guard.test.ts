import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { createGuard, type GuardParts } from './guard.ts'

const OUR_PORT = 8080
const OUR_ADDRESS = '10.0.0.2'

/** Names as a name server tells them, which may be another one's; it may answer otherwise the next time. */
const NAMES: Record<string, string[]> = {
  'bar.example': ['10.0.0.5'],
  localhost: ['127.0.0.1', '::1'],
  'rebind.example': ['127.0.0.1'],
  'cloud.example': ['169.254.169.254'],
  'both.example': ['127.0.0.1', '10.0.0.5', 'fe80::1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'us.example': [OUR_ADDRESS],
}

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)

function guardWith(allow: readonly string[] = [], more: Partial<GuardParts> = {}) {
  const resolve: GuardParts['resolve'] = (name, _, answer) => {
    const found = NAMES[name]
    if (!found)
      return answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
    return answer(
      null,
      found.map((address) => ({ address, family: familyOf(address) })),
    )
  }
  const parts = { allow: () => allow, ownPorts: () => [OUR_PORT], ownAddresses: () => [OUR_ADDRESS, '::1'] }
  return createGuard({ ...parts, resolve, ...more })
}

/** The host of an address as it is written in a site file. */
const hostIn = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')

const looked = (name: string, allow: readonly string[] = [], port = 80) =>
  new Promise<string[] | string>((resolve) => {
    guardWith(allow).lookupFor(port)(name, { all: true }, (error, addresses) =>
      resolve(error ? error.message : (addresses as LookupAddress[]).map(({ address }) => address)),
    )
  })

describe('an address', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.8.9.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://[::]/',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa9fea9fe/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://224.0.0.1/',
    'http://239.255.255.250/',
    'http://[ff02::1]/',
    'http://255.255.255.255/',
    'http://240.0.0.1/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[64:ff9b:1:7f00:0:100::]/',
    'http://[64:ff9b:1::a00:5]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::ffff:0:a9fe:a9fe]/',
    'http://[::ffff:0:a00:5]/',
    'http://[64:ff9b::6464:64c8]/',
    'http://[64:ff9b::e000:1]/',
    'http://[64:ff9b::f000:1]/',
    'http://[2002:6464:64c8::]/',
    'http://[2002:e000:1::]/',
    'http://[2001:0:7f00:1::]/',
    `http://${OUR_ADDRESS}/`,
    `http://[::ffff:${OUR_ADDRESS}]/`,
  ])('that is not for receivers is refused: %s', (url) => {
    expect(guardWith().refusal(hostIn(url), 80)).toMatch(/; if that is meant, name \S+ in network\.allow$/)
  })

  it.each([
    'http://10.0.0.5/',
    'http://172.16.0.1/',
    'http://192.168.1.20/',
    'http://100.64.0.1/',
    'http://93.184.216.34/',
    'http://[fd12:3456::1]/',
    'http://[2001:db8::1]/',
    'http://[::ffff:10.0.0.5]/',
    'http://[64:ff9b::a00:5]/',
    'http://[2002:a00:5::]/',
  ])('of the LAN or the internet is free: %s', (url) => {
    expect(guardWith().refusal(hostIn(url), 80)).toBeNull()
  })

  it('is told with the reason', () => {
    expect(guardWith().refusal('127.0.0.1', 80)).toBe(
      '127.0.0.1 is this machine itself; if that is meant, name 127.0.0.1 in network.allow',
    )
  })
})

describe('an address of this machine', () => {
  it('is refused as loopback is, for it leads to the same doors', () => {
    expect(guardWith().refusal(OUR_ADDRESS, 5010)).toBe(
      '10.0.0.2 is this machine itself; if that is meant, name 10.0.0.2 in network.allow',
    )
  })

  it('is open to a property system on the same machine that the site names, by address or by name', async () => {
    expect(guardWith([OUR_ADDRESS]).refusal(OUR_ADDRESS, 5010)).toBeNull()
    expect(await looked('us.example', ['us.example'], 5010)).toEqual([OUR_ADDRESS])
    expect(guardWith([OUR_ADDRESS]).refusal(OUR_ADDRESS, OUR_PORT)).toMatch(/Reveille's own/)
  })

  it('is not opened by the network that it is in', () => {
    expect(guardWith(['10.0.0.0/8']).refusal(OUR_ADDRESS, 5010)).not.toBeNull()
  })

  it('is one from the moment that the machine has it', () => {
    let addresses: string[] = []
    const guard = guardWith([], { ownAddresses: () => addresses })
    expect(guard.refusal('10.0.0.9', 80)).toBeNull()
    addresses = ['10.0.0.9']
    expect(guard.refusal('10.0.0.9', 80)).not.toBeNull()
  })
})

describe('our own ports', () => {
  it.each([OUR_ADDRESS, '127.0.0.1', '::1', '::ffff:10.0.0.2'])('are refused on %s', (address) => {
    expect(guardWith(['127.0.0.1', '::1']).refusal(address, OUR_PORT)).toMatch(/port 8080 is Reveille's own/)
  })

  it('on another machine are no ports of ours', () => {
    expect(guardWith().refusal('10.0.0.5', OUR_PORT)).toBeNull()
  })

  it('are open when the site names address and port', () => {
    expect(guardWith([`${OUR_ADDRESS}:8080`]).refusal(OUR_ADDRESS, OUR_PORT)).toBeNull()
    expect(guardWith(['[::1]:8080']).refusal('::1', OUR_PORT)).toBeNull()
    expect(guardWith([`${OUR_ADDRESS}:8081`]).refusal(OUR_ADDRESS, OUR_PORT)).not.toBeNull()
  })
})

describe('what the site allows', () => {
  it.each<[allow: string, address: string, host: string | undefined, open: boolean]>([
    ['127.0.0.1', '127.0.0.1', undefined, true],
    ['127.0.0.1', '::ffff:127.0.0.1', undefined, true],
    ['127.0.0.1', '127.0.0.2', undefined, false],
    ['127.0.0.0/8', '127.0.0.2', undefined, true],
    ['[::1]', '::1', undefined, true],
    ['::1', '::1', undefined, true],
    ['169.254.169.254', '169.254.169.254', undefined, true],
    ['169.254.10.0/24', '169.254.169.254', undefined, false],
    // The whole world is not this machine.
    ['0.0.0.0/0', '127.0.0.1', undefined, false],
    ['::/0', '::1', undefined, false],
    ['127.0.0.1:9000', '127.0.0.1', undefined, false],
    ['localhost', '127.0.0.1', 'localhost', true],
    ['LOCALHOST', '127.0.0.1', 'localhost', true],
    ['localhost', '127.0.0.1', 'rebind.example', false],
    ['localhost', '127.0.0.1', undefined, false],
    // A name is another one's to give away: it opens this machine, never the cloud's secrets.
    ['cloud.example', '169.254.169.254', 'cloud.example', false],
  ])('%s: %s of host %s is open: %s', (allow, address, host, open) => {
    expect(guardWith([allow]).refusal(address, 80, host) === null).toBe(open)
  })

  it('holds from the moment it is changed', () => {
    let allow: string[] = []
    const guard = guardWith([], { allow: () => allow })
    expect(guard.refusal('127.0.0.1', 80)).not.toBeNull()

    allow = ['127.0.0.1']
    expect(guard.refusal('127.0.0.1', 80)).toBeNull()
  })
})

describe('a name', () => {
  it('that leads to a receiver is looked up', async () => {
    expect(await looked('bar.example')).toEqual(['10.0.0.5'])
  })

  it.each(['localhost', 'rebind.example', 'cloud.example', 'mapped.example'])(
    'that leads where nothing may go is refused: %s',
    async (name) => {
      expect(await looked(name)).toContain(`${name} (`)
      expect(await looked(name)).toContain('network.allow')
    },
  )

  it('with several addresses leads only to those that are open', async () => {
    expect(await looked('both.example')).toEqual(['10.0.0.5'])
  })

  it('that leads to our own port is refused', async () => {
    expect(await looked('us.example', [], OUR_PORT)).toContain("Reveille's own")
  })

  it('that the site allows may lead to this machine', async () => {
    expect(await looked('localhost', ['localhost'])).toEqual(['127.0.0.1', '::1'])
  })

  it('that nobody knows stays unknown', async () => {
    expect(await looked('nowhere.example')).toBe('getaddrinfo ENOTFOUND nowhere.example')
  })

  it('is told as one address to whoever asks for one', async () => {
    const one = await new Promise((resolve) => {
      guardWith().lookupFor(80)('both.example', {}, (_, address, family) => resolve([address, family]))
    })
    expect(one).toEqual(['10.0.0.5', 4])
  })

  it('that changes its address between the look and the call is met where it was looked at', async () => {
    const answers = [['10.0.0.5'], ['127.0.0.1']]
    const guard = guardWith([], {
      resolve: (_, __, answer) =>
        answer(
          null,
          (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
        ),
    })
    const ask = () =>
      new Promise((resolve) =>
        guard.lookupFor(80)('x', { all: true }, (error, found) => resolve(error?.message ?? found)),
      )

    expect(await ask()).toEqual([{ address: '10.0.0.5', family: 4 }])
    expect(await ask()).toMatch(/is this machine itself/)
  })
})
