import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { authority } from '@reveille/sip/testing'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { readCertificate } from '../src/cli/certificate.ts'
import { days } from '../src/kernel/clock.ts'
import { SqliteConnection } from '../src/store/engine/sqlite-driver.ts'
import { openMailServer } from './mail-server.ts'
import { ROOT } from './process.ts'
import { useStarts } from './started.ts'

const { folder, data, start, file } = useStarts()

async function said(words: readonly string[], env: Record<string, string> = {}) {
  const run = start(words, env)
  const code = await run.ended
  return { code, output: run.output(), complaints: run.complaints() }
}

const SITE = `
site: { name: Checked Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: early-bird-9, permissions: [administrator] }]
mailboxes: [{ range: 101-103 }]
`

describe('the version', () => {
  it('is told with its date, and nothing is started', async () => {
    const { version, released } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
    const { code, output } = await said(['--version'])
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Reveille ${version} of ${released} \\(build \\S+, Node \\S+\\)\\n$`)),
    ])
    expect(existsSync(data())).toBe(false)
  })
})

describe('a check of a site file', () => {
  it('tells what is in one without mistakes, and nothing is started', async () => {
    const site = file('site.yaml', SITE)
    expect(await said(['check', site])).toEqual({
      code: 0,
      output: `${site} is in order: Checked Hotel in Europe/Zurich, 3 rooms, 1 account, no telephone line, so that no room can be rung.\n`,
      complaints: '',
    })
    expect(existsSync(data())).toBe(false)
  })

  it('tells all mistakes with their lines, those of the certificate too, and ends with 2', async () => {
    const wrong = file('site.yaml', 'mailboxes:\n  - { number: 1, vip: maybe }\n  - { numbr: 2 }\n')
    const { code, output, complaints } = await said(['check', wrong, '--tls-cert', wrong, '--tls-key', wrong])
    expect([code, output]).toEqual([2, ''])
    const words = [
      'line 1: site.timezone',
      'line 2',
      'line 3',
      '--tls-cert names',
      '--tls-key names',
      '6 mistakes',
    ]
    for (const word of words) expect(complaints).toContain(word)
  })

  it('tells those of the file beside those of other options', async () => {
    const wrong = file('site.yaml', 'site: { timezone: Mars/Base }\n')
    const { code, complaints } = await said(['check', wrong, '--port', 'eighty'])
    expect(code).toBe(2)
    for (const word of ['--port must be', 'line 1: site.timezone', '2 mistakes'])
      expect(complaints).toContain(word)
  })

  it('needs a file, and tells of one that is not there by its name', async () => {
    expect(await said(['check'])).toMatchObject({ code: 2, complaints: expect.stringContaining('site file') })
    const { code, complaints } = await said(['check', 'nowhere.yaml'])
    expect([code, complaints]).toEqual([
      2,
      expect.stringContaining('nowhere.yaml, which is not a file that can be read'),
    ])
  })

  it('sends a test message to whoever is told of alarms, or to somebody who is named', async () => {
    const server = await openMailServer()
    const mail = `email: { host: 127.0.0.1, port: ${server.port}, from: voice@hotel.example, tls: 'off' }\n`
    const told = 'wakeup: { escalation: { email: "desk@hotel.example, boss@hotel.example" } }\n'
    const site = file('site.yaml', SITE + mail + told)
    expect(await said(['check', '--mail', site])).toMatchObject({
      code: 0,
      output: expect.stringContaining('A test message was taken for desk@hotel.example, boss@hotel.example'),
    })
    expect(await server.next()).toMatchObject({
      to: ['desk@hotel.example', 'boss@hotel.example'],
      subject: 'Reveille at Checked Hotel: this is a test',
    })
    expect((await said(['check', site, '--mail', '--to', 'it@hotel.example'])).code).toBe(0)
    expect(await server.next()).toMatchObject({ to: ['it@hotel.example'] })
    await server.close()

    expect(await said(['check', '--mail', site])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('The mail server did not take the message'),
    })
    expect(await said(['check', '--mail', file('quiet.yaml', SITE)])).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('--to ADDRESS'),
    })
  })
})

describe('a backup that is tried', () => {
  const place = () => ['--data', data()]

  it('is restored into a folder that is gone afterwards, while the server runs', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE), ...place()])
    await run.ready()
    const { code, output, complaints } = await said(['backup', 'one.backup', '--verify', ...place()])
    // On a busy machine, a second's work says how far it is.
    expect([code, complaints.replaceAll(/^\d+ of \d+ rows\n/gm, '')]).toEqual([0, ''])
    expect(output).toMatch(
      /^Backed up \d+ rows[^]*one\.backup was restored for a trial: \d+ rows, and nothing is wrong/,
    )
    expect(readdirSync(folder()).filter((name) => name.includes('trial'))).toEqual([])

    const bytes = readFileSync(path.join(folder(), 'one.backup'))
    writeFileSync(path.join(folder(), 'cut.backup'), bytes.subarray(0, bytes.length / 2))
    expect(await said(['verify', 'cut.backup', ...place()])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('cut.backup is damaged'),
    })
  })

  it('of which one letter is another is told, whatever it belongs to', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE), ...place()])
    await run.ready()
    await said(['backup', 'one.backup', ...place()])
    const bytes = readFileSync(path.join(folder(), 'one.backup'))
    bytes.write('X', bytes.indexOf('Checked Hotel'))
    writeFileSync(path.join(folder(), 'one.backup'), bytes)
    expect(await said(['verify', 'one.backup', ...place()])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('one.backup is not as it was made: bytes of it are others now'),
    })
    expect(await said(['restore', 'one.backup', '--data', path.join(folder(), 'new')])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('restore --altered takes it all the same'),
    })
  })

  it('whose house would not start is told', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE), ...place()])
    await run.ready()
    await said(['backup', 'one.backup', ...place()])
    const connection = new SqliteConnection(path.join(folder(), 'one.backup'), { readOnly: false })
    connection.run("update setting set value = replace(value, 'Europe/', 'Etrope/')")
    // As one that was copied by hand, which does not say what it came to.
    connection.run('pragma user_version = 0')
    connection.run('pragma application_id = 0')
    connection.close()
    const { code, complaints } = await said(['verify', 'one.backup', ...place()])
    expect([code, complaints]).toEqual([1, expect.stringContaining('Etrope')])
  })

  it('whose log was changed by hand is told', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE), ...place()])
    await run.ready()
    await said(['backup', 'one.backup', ...place()])
    const connection = new SqliteConnection(path.join(folder(), 'one.backup'), { readOnly: false })
    connection.run("update activity set text = 'Nothing happened'")
    connection.close()
    const { code, complaints } = await said(['verify', 'one.backup', ...place()])
    expect([code, complaints]).toEqual([1, expect.stringContaining('is not as it was sealed')])
  })
})

describe('an old Node', () => {
  const source = readFileSync(path.join(ROOT, 'packages/server/bin/node-version.cjs'), 'utf8')

  /** What a Node of this version says, and what it ends with. */
  function saidBy(node: string) {
    const said: string[] = []
    let code: number | null = null
    const process = {
      versions: { node },
      execPath: '/usr/bin/node',
      stdout: { write: (line: string) => said.push(line) },
      exit: (given: number) => void (code = given),
    }
    runInNewContext(source, { process })
    return { said, code }
  }

  it.each(['0.12.18', '8.17.0', '18.20.8', '20.18.3'])(
    'of version %s is told in a sentence which one is needed',
    (node) => {
      expect(saidBy(node)).toEqual({
        said: [
          `Reveille needs Node.js 20.19 or newer, and this is ${node} (/usr/bin/node). See https://nodejs.org for a newer one.\n`,
        ],
        code: 1,
      })
    },
  )

  it('is one that is older than the product says it needs', () => {
    const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
    const oldest = engines.node.replace('>=', '')
    for (const node of [`${oldest}.0`, '20.20.2', '22.0.0', '100.1.0'])
      expect(saidBy(node)).toEqual({ said: [], code: null })
  })

  it('can read what tells it so', async () => {
    for (const name of ['node-version.cjs', 'reveille.cjs']) {
      const text = readFileSync(path.join(ROOT, 'packages/server/bin', name), 'utf8')
      await expect(transform(text, { target: 'es5' })).resolves.toMatchObject({ warnings: [] })
    }
  })
})

describe('a build that fails', () => {
  it('is told in a sentence that says what to do', async () => {
    const { whyNotBuilt } = await import(path.join(ROOT, 'scripts/in-words.mjs'))
    const failed = (code: string, message = '', more = {}) =>
      Object.assign(new Error(message), { code }, more)
    expect(whyNotBuilt('the server', failed('ERR_MODULE_NOT_FOUND', "Cannot find package 'esbuild'"))).toBe(
      "the server could not be built, as something that it is built with is not installed: run npm install first (Cannot find package 'esbuild')",
    )
    expect(whyNotBuilt('the server', failed('EACCES', '', { path: '/opt/x' }))).toContain(
      '/opt/x cannot be written (EACCES)',
    )
    expect(whyNotBuilt('the server', new Error('main.ts:3:1: ERROR: Expected ";"'))).toBe(
      'the server could not be built: main.ts:3:1: ERROR: Expected ";"',
    )
  })
})

describe.skipIf(!has('openssl'))('a certificate to serve with', () => {
  const NOW = Date.now() + days(1)

  function files() {
    const house = authority('The house')
    const { cert, key } = house.issue(['DNS:hotel.example'], 90)
    const put = (name: string, bytes: Buffer | string) => {
      writeFileSync(path.join(folder(), name), bytes)
      return path.join(folder(), name)
    }
    return { house, put, cert: put('cert.pem', cert), key: put('key.pem', key) }
  }

  it('is taken with its key, and its end is told before it comes', () => {
    const { cert, key } = files()
    expect(readCertificate({ cert, key }, NOW)).toMatchObject({ doubts: [] })
    expect(readCertificate({ cert, key }, NOW + days(69))).toMatchObject({
      doubts: [expect.stringContaining(`WARNING: the certificate in ${cert} (--tls-cert) expires on`)],
    })
    expect(readCertificate({ cert, key }, NOW + days(90))).toMatchObject({
      doubts: [expect.stringContaining('has expired on')],
    })
  })

  it('that cannot be used is told by its option and its file', () => {
    const { house, put, cert, key } = files()
    const mistakesOf = (pair: { cert: string; key: string }) => {
      const read = readCertificate(pair, NOW)
      return 'mistakes' in read ? read.mistakes : []
    }
    const other = put('other.pem', house.issue(['DNS:other.example']).key)
    const locked = put(
      'locked.pem',
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
    )
    expect(mistakesOf({ cert: key, key: cert })).toEqual([
      `--tls-cert names ${key}, which holds a private key and no certificate: is it the file for --tls-key?`,
      `--tls-key names ${cert}, which holds a certificate and no private key: is it the file for --tls-cert?`,
    ])
    expect(mistakesOf({ cert, key: other })).toEqual([
      expect.stringContaining(
        `--tls-key names ${other}, which is not the key of the first certificate in ${cert} (--tls-cert)`,
      ),
    ])
    expect(mistakesOf({ cert, key: locked })).toEqual([
      `--tls-key names ${locked}, which holds a key with a pass phrase: give one without`,
    ])
    expect(mistakesOf({ cert: `${cert}.gone`, key })).toEqual([
      expect.stringContaining(`--tls-cert names ${cert}.gone, which cannot be read`),
    ])
  })
})
