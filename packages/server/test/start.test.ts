import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { basic } from './hotel.ts'
import { type Run, useStarts } from './started.ts'

const { folder: where, data, file, start } = useStarts()
const passwordOf = (run: Run, user: string) =>
  new RegExp(`^ +${user} +(\\S+)$`, 'm').exec(run.output())?.[1] ?? ''
const ask = (address: string, user: string, password: string, url = '/rest/system') =>
  fetch(`${address}${url}`, { headers: { authorization: basic(user, password) } })

const SITE = `
site: { name: Start Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: early-bird-9, permissions: [inventory, frontdesk, administrator] }]
mailboxes: [{ range: 101-103 }, { number: 0201 }]
`

describe('the first start', () => {
  it('takes the administrator password from a file', async () => {
    const passwords = file('password', 'correct-horse\n')
    const run = start(['--port', '0', '--admin-password-file', passwords])
    expect((await ask(await run.ready(), 'admin', 'correct-horse')).status).toBe(200)
  })
})

describe('options', () => {
  it('are listed by --help', async () => {
    const run = start(['--help'])
    expect(await run.ended).toBe(0)
    for (const option of [
      '--host',
      '--port',
      '--data',
      '--database',
      '--site',
      '--prune',
      '--tls-cert',
      '--log-level',
    ])
      expect(run.output()).toContain(option)
    for (const command of ['doctor', 'backup', 'restore']) expect(run.output()).toContain(command)
  })

  it('are also environment variables, and the command line wins', async () => {
    const elsewhere = path.join(where(), 'elsewhere')
    const run = start(['--data', elsewhere], { REVEILLE_PORT: '0', REVEILLE_DATA: data() })
    await run.ready()
    expect([existsSync(elsewhere), existsSync(data())]).toEqual([true, false])
  })

  it('are all complained about at once, and nothing starts', async () => {
    const run = start(['--port', '99999', '--log-level', 'loud', '--prune', '--tls-cert', '/nowhere'])
    expect(await run.ended).toBe(2)
    for (const word of ['port', 'log-level', 'prune', 'tls']) expect(run.output()).toContain(word)
    expect(existsSync(data())).toBe(false)
  })

  it.skipIf(!has('openssl'))('serve HTTPS with a certificate and its key', async () => {
    const [cert, key] = [path.join(where(), 'cert.pem'), path.join(where(), 'key.pem')]
    const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
      stdio: 'ignore',
    })
    const run = start(['--port', '0', '--tls-cert', cert, '--tls-key', key])
    const address = await run.ready()
    expect(address).toMatch(/^https:/)
    const reply = request(`${address}/healthz`, { ca: readFileSync(cert), servername: 'localhost' }).end()
    const [answer] = await once(reply, 'response')
    expect(answer.statusCode).toBe(200)
  })

  it('say loudly that listening beyond the machine without TLS is unsafe', async () => {
    const run = start(['--port', '0', '--host', '0.0.0.0'])
    await run.ready()
    expect(run.output()).toContain('WARNING')
  })
})

describe('a site file', () => {
  it('is applied, and its rooms keep their leading zeros', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE)])
    const address = await run.ready()
    const answer = await ask(address, 'boss', 'early-bird-9', '/rest/config/mailbox')
    const { mailboxes } = (await answer.json()) as { mailboxes: { number: string }[] }
    expect(mailboxes.map((mailbox) => mailbox.number)).toEqual(['0201', '101', '102', '103'])
  })

  it('without telephones has it told that no room can be rung', async () => {
    const run = start(['--port', '0', '--site', file('site.yaml', SITE)])
    await run.ready()
    expect(run.output()).toContain('No telephone line is configured: no room can be rung.')
  })

  it('with mistakes has them all told with their lines, and nothing starts', async () => {
    const wrong = `site: { name: X, timezone: Mars/Olympus }\nmailboxes:\n  - { number: 1, vip: maybe }\n  - { numbr: 2 }\n`
    const run = start(['--port', '0', '--site', file('wrong.yaml', wrong)])
    expect(await run.ended).toBe(2)
    for (const line of ['line 1', 'line 3', 'line 4']) expect(run.output()).toContain(line)
    expect(existsSync(data())).toBe(false)
  })

  it('is refused by a folder that holds the demonstration hotel', async () => {
    const demonstration = start(['--port', '0'])
    await demonstration.ready()
    demonstration.child.kill('SIGTERM')
    await demonstration.ended
    const run = start(['--port', '0', '--site', file('site.yaml', SITE)])
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain('demonstration')
  })

  it('tells what was changed over the interface before it overwrites it', async () => {
    const first = start(['--port', '0', '--site', file('site.yaml', SITE)])
    const address = await first.ready()
    await fetch(`${address}/rest/config/site`, {
      method: 'PUT',
      headers: {
        authorization: basic('boss', 'early-bird-9'),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'name=Renamed',
    })
    first.child.kill('SIGTERM')
    await first.ended
    const second = start([
      '--port',
      '0',
      '--site',
      file('site.yaml', SITE.replace('Start Hotel', 'New Hotel')),
    ])
    await second.ready()
    expect(second.output()).toMatch(/changed over the interface.*name/)
  })
})

describe('the key to the secrets', () => {
  const withLine = `${SITE}telephony: { mode: virtual, lines: [{ uri: 'sip:voice1@pbx', password: sesame }] }\n`

  it('is made in the data folder, and its loss is told at the next start with what it opened', async () => {
    const words = ['--port', '0', '--site', file('site.yaml', withLine)]
    const first = start(words)
    await first.ready()
    first.child.kill('SIGTERM')
    await first.ended
    const key = path.join(data(), 'reveille.key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    rmSync(key)

    const second = start(words)
    await second.ready()
    expect(second.output()).toMatch(/^WARNING: these secrets .* or give them anew: line voice1 password$/m)
  })

  it('lies elsewhere when that is said, and a file that holds none stops the start', async () => {
    const key = path.join(where(), 'elsewhere.key')
    const first = start(['--port', '0', '--key-file', key])
    await first.ready()
    expect([existsSync(key), existsSync(path.join(data(), 'reveille.key'))]).toEqual([true, false])
    first.child.kill('SIGTERM')
    await first.ended

    writeFileSync(key, '')
    const second = start(['--port', '0'], { REVEILLE_KEY_FILE: key })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('elsewhere.key does not hold a key')
  })
})

describe('the process', () => {
  it('refuses a data folder that another one uses', async () => {
    const first = start(['--port', '0'])
    await first.ready()
    const second = start(['--port', '0'])
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`process ${first.child.pid}`)
  })

  it('says so when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const run = start(['--port', String(port)])
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(new RegExp(`port ${port}.*in use`, 'i'))
    expect(run.output()).not.toContain('demonstration hotel was made')
    expect(existsSync(data())).toBe(false)
    taken.close()
  })

  it('writes sentences to standard output, and to standard error nothing but lines of its log', async () => {
    const run = start(['--port', '0', '--host', '0.0.0.0'], { REVEILLE_PROT: '1' })
    await run.ready()
    await fetch(`${(await run.ready()).replace('0.0.0.0', '127.0.0.1')}/rest/system`)
    run.child.kill('SIGTERM')
    await run.ended
    expect(run.output()).toContain(
      'WARNING: REVEILLE_PROT is not a variable that Reveille knows; did you mean REVEILLE_PORT?',
    )
    const lines = run.complaints().trim().split('\n')
    expect(lines.map((line) => typeof JSON.parse(line).event)).toEqual(lines.map(() => 'string'))
  })

  it('does not write down what probes ask for', async () => {
    const run = start(['--port', '0'])
    const address = await run.ready()
    for (const probe of ['/healthz', '/readyz', '/metrics']) await fetch(`${address}${probe}`)
    await ask(address, 'admin', passwordOf(run, 'admin'))
    run.child.kill('SIGTERM')
    await run.ended
    const asked = run.complaints().match(/"event":"request.answered".*?"url":"[^"]*"/g) ?? []
    expect(asked).toEqual([expect.stringContaining('"url":"/rest/system"')])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes a request in progress on %s and exits with 0',
    async (signal) => {
      const run = start(['--port', '0'])
      const address = await run.ready()
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.write(
        [
          'POST /rest/wakeup HTTP/1.1',
          'Host: hotel',
          `Authorization: ${basic('admin', passwordOf(run, 'admin'))}`,
          'Content-Type: application/x-www-form-urlencoded',
          'Content-Length: 18',
          'Expect: 100-continue',
          '\r\n',
        ].join('\r\n'),
      )
      // The server says "go on": the request is in its hands, and now it is told to stop.
      expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
      run.child.kill(signal)
      while (!run.complaints().includes('Stopping')) await once(run.child.stderr ?? run.child, 'data')
      socket.write('room=101&time=0700')
      expect(String((await once(socket, 'data'))[0])).toContain('201 Created')
      expect(await run.ended).toBe(0)
    },
  )
})

describe('a restored copy', () => {
  it('says at its start that it is one, and goes live by a command while it serves', async () => {
    const place = ['--data', data()]
    const site = ['--site', file('site.yaml', SITE), '--port', '0']
    const done = async (words: readonly string[]) => {
      const run = start(words)
      expect([await run.ended, run.complaints()]).toEqual([0, ''])
      return run.output()
    }
    const first = start([...place, ...site])
    await first.ready()
    await done(['backup', 'backup.sqlite', ...place])
    first.child.kill('SIGTERM')
    await first.ended
    await done(['restore', 'backup.sqlite', '--replace', ...place])

    const copy = start([...place, ...site])
    const address = await copy.ready()
    const readiness = async () => (await fetch(`${address}/readyz`)).status
    expect(await readiness()).toBe(503)
    expect(copy.output()).toContain('WARNING: this is a restored copy, not live: backup of ')
    expect((await ask(address, 'boss', 'early-bird-9')).status).toBe(200)

    expect(await done(['go-live', ...place])).toMatch(
      /^This house is live\. .*\n(.*\n){2}No wake-up call was due/m,
    )
    expect(await readiness()).toBe(200)
    copy.child.kill('SIGTERM')
    expect(await copy.ended).toBe(0)
    const again = start([...place, ...site])
    expect((await fetch(`${await again.ready()}/readyz`)).status).toBe(200)
  })
})
