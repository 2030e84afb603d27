import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { addServeOptions, readOptions, resolveOptions, unknownVariables } from './options.ts'

const everythingReadable = () => true
const folder = mkdtempSync(path.join(tmpdir(), 'options-'))
const file = path.join(folder, 'site.yaml')
writeFileSync(file, 'site: {}')
afterAll(() => rmSync(folder, { recursive: true }))

const options = (argv: string[], env = {}) => {
  const resolved = readOptions(argv, env)
  if ('mistakes' in resolved) throw new Error(resolved.mistakes.join('; '))
  return resolved.options
}
const mistakes = (argv: string[], env = {}) => {
  const resolved = readOptions(argv, env)
  return 'mistakes' in resolved ? resolved.mistakes : []
}

describe('options', () => {
  it('stay on loopback with the embedded database when nothing is said', () => {
    expect(options([])).toEqual({
      host: '127.0.0.1',
      port: 8080,
      data: './data',
      database: null,
      node: null,
      nodeAddress: null,
      keyFile: null,
      site: null,
      prune: false,
      takeOver: false,
      empty: false,
      claimFile: null,
      adminPasswordFile: null,
      tls: null,
      trustProxy: [],
      logLevel: 'info',
    })
  })

  it('come from the command line', () => {
    const argv = ['--host', '0.0.0.0', '--port=0', '--data', '/srv', '--database', 'postgres://a:b@db/hotel']
    const key = [
      '--key-file',
      '/etc/reveille.key',
      '--node',
      'cellar-1',
      '--node-address',
      'http://10.0.0.5:80',
    ]
    const files = [
      '--site',
      file,
      '--prune',
      '--admin-password-file',
      file,
      '--tls-cert',
      file,
      '--tls-key',
      file,
    ]
    expect(
      options([
        ...argv,
        ...key,
        ...files,
        '--take-over',
        '--trust-proxy',
        '10.0.0.1, fd00::/8',
        '--log-level',
        'debug',
      ]),
    ).toEqual({
      host: '0.0.0.0',
      port: 0,
      data: '/srv',
      database: 'postgres://a:b@db/hotel',
      node: 'cellar-1',
      nodeAddress: 'http://10.0.0.5:80',
      keyFile: '/etc/reveille.key',
      site: file,
      prune: true,
      takeOver: true,
      empty: false,
      claimFile: null,
      adminPasswordFile: file,
      tls: { cert: file, key: file },
      trustProxy: ['10.0.0.1', 'fd00::/8'],
      logLevel: 'debug',
    })
  })

  it('come from the environment, under the same names', () => {
    const env = {
      REVEILLE_HOST: '::1',
      REVEILLE_PORT: '9090',
      REVEILLE_DATA: '/srv',
      REVEILLE_DATABASE: 'postgresql://db/hotel',
      REVEILLE_NODE: 'b',
      REVEILLE_NODE_ADDRESS: 'http://10.0.0.6:9090',
      REVEILLE_KEY_FILE: '/etc/reveille.key',
      REVEILLE_SITE: file,
      REVEILLE_PRUNE: 'true',
      REVEILLE_ADMIN_PASSWORD_FILE: file,
      REVEILLE_TLS_CERT: file,
      REVEILLE_TLS_KEY: file,
      REVEILLE_TRUST_PROXY: '192.0.2.7',
      REVEILLE_LOG_LEVEL: 'warn',
    }
    expect(options([], env)).toEqual({
      host: '::1',
      port: 9090,
      data: '/srv',
      database: 'postgresql://db/hotel',
      node: 'b',
      nodeAddress: 'http://10.0.0.6:9090',
      keyFile: '/etc/reveille.key',
      site: file,
      prune: true,
      takeOver: false,
      empty: false,
      claimFile: null,
      adminPasswordFile: file,
      tls: { cert: file, key: file },
      trustProxy: ['192.0.2.7'],
      logLevel: 'warn',
    })
  })

  it('on the command line win over the environment', () => {
    expect(options(['--port', '1'], { REVEILLE_PORT: '2' }).port).toBe(1)
  })

  it('that are empty in the environment are not given', () => {
    expect(options([], { REVEILLE_PORT: '', REVEILLE_SITE: '' }).port).toBe(8080)
  })

  it('cannot be changed afterwards', () => {
    const frozen = options(['--tls-cert', file, '--tls-key', file])
    expect(Object.isFrozen(frozen) && Object.isFrozen(frozen.tls)).toBe(true)
  })
})

describe('mistakes in options', () => {
  it.each([
    [['--port', '65536'], '--port must be a port from 0 to 65535'],
    [['--port', 'http'], '--port must be a port from 0 to 65535'],
    [['--port', '-1'], '--port must be a port from 0 to 65535'],
    [['--host', 'a b'], '--host must be a host name or address'],
    [['--database', 'mysql://db'], '--database must be a postgres:// address'],
    [['--database', 'db'], '--database must be a postgres:// address'],
    [['--log-level', 'loud'], '--log-level must be fatal, error, warn, info, debug, trace or silent'],
    [['--tls-cert', file], '--tls-cert needs --tls-key'],
    [['--tls-key', file], '--tls-key needs --tls-cert'],
    [['--prune'], '--prune needs --site'],
    [['--node', 'a'], '--node needs --database: nodes share a PostgreSQL'],
    [
      ['--node', 'a', '--database', 'postgres://db/hotel', '--host', '0.0.0.0'],
      '--node with --host 0.0.0.0 needs --node-address: the other nodes ask this one at an address of this machine, such as http://10.0.0.5:8080',
    ],
    [['--node-address', '10.0.0.5'], '--node-address must be an address such as http://10.0.0.5:8080'],
    [['--node', 'a b'], '--node must be a name of letters, digits, dots and dashes'],
    [['--node', 'ä'], '--node must be a name of letters, digits, dots and dashes'],
    [['--site', `${folder}/none`], `--site names ${folder}/none, which is not a file that can be read`],
    [['--site', folder], `--site names ${folder}, which is not a file that can be read`],
    [['--site', '--prune'], '--site needs a value'],
    [['--data', ''], '--data needs a value'],
    [['--prot', '80'], '--prot is not a known option'],
    [['here'], '"here" is not expected here'],
    ...['1', 'true', 'proxy.example', '10.0.0.1,', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8'].map(
      (words): [string[], string] => [
        ['--trust-proxy', words],
        '--trust-proxy must be addresses or networks parted by commas, such as 10.0.0.1,10.1.0.0/24',
      ],
    ),
    [['--port'], "option '--port <NUMBER>' argument missing"],
  ])('%j', (argv, sentence) => expect(mistakes(argv)).toContain(sentence))

  it('name the variable that they stand in', () => {
    expect(mistakes([], { REVEILLE_PORT: 'x', REVEILLE_PRUNE: 'yes' })).toEqual([
      'REVEILLE_PORT must be a port from 0 to 65535',
      'REVEILLE_PRUNE must be 1, true, 0 or false',
    ])
  })

  it('are told all together', () => {
    const argv = [
      '--port',
      'x',
      '--log-level',
      'x',
      '--tls-key',
      '/none',
      '--prune',
      '--unknown',
      '--database',
      'x',
    ]
    expect(mistakes(argv)).toHaveLength(7)
  })

  it('never repeat the password of the database', () => {
    expect(mistakes(['--database', 'http://user:geheim@db']).join()).not.toContain('geheim')
  })

  it('are told, not thrown, whatever the words are', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('--port', '--site', '--prune', '-x', '--', '--tls-cert=a'),
    )
    fc.assert(
      fc.property(fc.array(words), (argv) => {
        expect(() => readOptions(argv, {})).not.toThrow()
      }),
    )
  })
})

describe('the serve command', () => {
  it('shows every option and its variable in its help', () => {
    const help = addServeOptions(new Command('serve')).helpInformation()
    expect(help).toMatch(/--admin-password-file <FILE>[^[]*\[REVEILLE_ADMIN_PASSWORD_FILE\]/)
    expect(help.match(/REVEILLE_/g)).toHaveLength(17)
  })

  it('hands what commander read to resolveOptions', () => {
    const command = addServeOptions(new Command('serve')).parse(['--site', 'x', '--trust-proxy', '::1'], {
      from: 'user',
    })
    const resolved = resolveOptions(command.opts(), {}, everythingReadable)
    expect(resolved).toMatchObject({ options: { site: 'x', trustProxy: ['::1'] } })
  })
})

describe('variables that nobody knows', () => {
  it('are told, with the one that was probably meant', () => {
    const env = { REVEILLE_PROT: '80', REVEILLE_DATA: '/data', REVEILLE_MOON_PHASE: 'full', PATH: '/bin' }
    expect(unknownVariables(env)).toEqual([
      'REVEILLE_MOON_PHASE is not a variable that Reveille knows',
      'REVEILLE_PROT is not a variable that Reveille knows; did you mean REVEILLE_PORT?',
    ])
  })
})
