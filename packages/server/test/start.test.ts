import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { basic } from './hotel.ts'

const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  complaints(): string
  /** Waits for the ready line; the address in it. */
  ready(): Promise<string>
}

let folder: string
let runs: Run[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-start-'))
  runs = []
})
afterEach(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the product as `npm start` does. */
function start(words: readonly string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [START, ...words], { env: { ...process.env, ...env }, cwd: folder })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (complaints += String(data)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const run: Run = {
    child,
    ended,
    output: () => output,
    complaints: () => complaints,
    async ready() {
      const end = ended.then(() => 'ended' as const)
      for (;;) {
        const address = /^Reveille is ready at (\S+)$/m.exec(output)?.[1]
        if (address !== undefined) return address
        if ((await Promise.race([once(child.stdout, 'data'), end])) === 'ended')
          throw new Error(`It did not start: ${complaints}`)
      }
    },
  }
  runs.push(run)
  return run
}

const data = () => path.join(folder, 'data')
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}
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
  it('makes a demonstration hotel, shows its passwords once, and keeps them', async () => {
    const first = start(['--port', '0'])
    const address = await first.ready()
    const password = passwordOf(first, 'admin')
    expect((await ask(address, 'admin', password)).status).toBe(200)
    expect(passwordOf(first, 'desk')).not.toBe('')
    expect(passwordOf(first, 'maid')).not.toBe('')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = start(['--port', '0'])
    const again = await second.ready()
    expect(second.output()).not.toContain(password)
    expect((await ask(again, 'admin', password)).status).toBe(200)
    expect(existsSync(data())).toBe(true)
  })

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
    const elsewhere = path.join(folder, 'elsewhere')
    const run = start(['--data', elsewhere], { REVEILLE_PORT: '0', REVEILLE_DATA: data() })
    await run.ready()
    expect([existsSync(elsewhere), existsSync(data())]).toEqual([true, false])
  })

  it('are all complained about at once, and nothing starts', async () => {
    const run = start(['--port', '99999', '--log-level', 'loud', '--prune', '--tls-cert', '/nowhere'])
    expect(await run.ended).toBe(2)
    for (const word of ['port', 'log-level', 'prune', 'tls']) expect(run.complaints()).toContain(word)
    expect(existsSync(data())).toBe(false)
  })

  it('serve HTTPS with a certificate and its key', async () => {
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
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
    expect(run.complaints()).toContain('WARNING')
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
    expect(run.complaints()).toContain('No telephone line is configured: no room can be rung.')
  })

  it('with mistakes has them all told with their lines, and nothing starts', async () => {
    const wrong = `site: { name: X, timezone: Mars/Olympus }\nmailboxes:\n  - { number: 1, vip: maybe }\n  - { numbr: 2 }\n`
    const run = start(['--port', '0', '--site', file('wrong.yaml', wrong)])
    expect(await run.ended).toBe(2)
    for (const line of ['line 1', 'line 3', 'line 4']) expect(run.complaints()).toContain(line)
    expect(existsSync(data())).toBe(false)
  })

  it('is refused by a folder that holds the demonstration hotel', async () => {
    const demonstration = start(['--port', '0'])
    await demonstration.ready()
    demonstration.child.kill('SIGTERM')
    await demonstration.ended
    const run = start(['--port', '0', '--site', file('site.yaml', SITE)])
    expect(await run.ended).toBe(1)
    expect(run.complaints()).toContain('demonstration')
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
    expect(second.complaints()).toMatch(/changed over the interface.*name/)
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
    expect(second.complaints()).toMatch(
      /^WARNING: these secrets .* or give them anew: line voice1 password$/m,
    )
  })

  it('lies elsewhere when that is said, and a file that holds none stops the start', async () => {
    const key = path.join(folder, 'elsewhere.key')
    const first = start(['--port', '0', '--key-file', key])
    await first.ready()
    expect([existsSync(key), existsSync(path.join(data(), 'reveille.key'))]).toEqual([true, false])
    first.child.kill('SIGTERM')
    await first.ended

    writeFileSync(key, '')
    const second = start(['--port', '0'], { REVEILLE_KEY_FILE: key })
    expect(await second.ended).toBe(1)
    expect(second.complaints()).toContain('elsewhere.key does not hold a key')
  })
})

describe('the process', () => {
  it('refuses a data folder that another one uses', async () => {
    const first = start(['--port', '0'])
    await first.ready()
    const second = start(['--port', '0'])
    expect(await second.ended).toBe(1)
    expect(second.complaints()).toContain(`process ${first.child.pid}`)
  })

  it('says so when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const run = start(['--port', String(port)])
    expect(await run.ended).toBe(1)
    expect(run.complaints()).toMatch(new RegExp(`port ${port}.*in use`, 'i'))
    taken.close()
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
    expect(copy.complaints()).toContain('WARNING: this is a restored copy, not live: backup of ')
    expect((await ask(address, 'boss', 'early-bird-9')).status).toBe(200)

    expect(await done(['go-live', ...place])).toMatch(
      /^This house is live\. .*\n(.*\n){2}No wakeup call was due/m,
    )
    expect(await readiness()).toBe(200)
    copy.child.kill('SIGTERM')
    expect(await copy.ended).toBe(0)
    const again = start([...place, ...site])
    expect((await fetch(`${await again.ready()}/readyz`)).status).toBe(200)
  })
})
