import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createLink, type GuestEvent, type FiasWakeup } from '../src/index.ts'
import { FAULTS } from '../testing/command/faults.ts'
import { HELP, readWords } from '../testing/command/words.ts'
import { posting } from './journey.ts'
import { until } from './until.ts'

/** `npm run pms` in a process of its own, spoken to by our link. */

const PROGRAM = fileURLToPath(new URL('../../../scripts/pms.mjs', import.meta.url))

class Program {
  readonly child: ChildProcessWithoutNullStreams
  readonly exited: Promise<number | null>
  readonly lines: string[] = []
  complaints = ''

  constructor(words: readonly string[]) {
    this.child = spawn(process.execPath, [PROGRAM, ...words])
    createInterface({ input: this.child.stdout }).on('line', (line) => void this.lines.push(line))
    this.child.stderr.on('data', (text) => (this.complaints += String(text)))
    this.exited = once(this.child, 'close').then(([code]) => code as number | null)
  }

  type(line: string) {
    this.child.stdin.write(`${line}\n`)
  }

  async line(pattern: RegExp): Promise<string> {
    const found = () => this.lines.find((line) => pattern.test(line))
    await until(`${pattern} in ${this.lines.join('\n')} ${this.complaints}`, () => found() !== undefined)
    return found() ?? ''
  }
}

const programs: Program[] = []
afterEach(async () => {
  for (const { child, exited } of programs.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
})

function start(...words: string[]): Program {
  const program = new Program(words)
  programs.push(program)
  return program
}

async function open(...words: string[]): Promise<{ program: Program; port: number }> {
  const program = start('--port', '0', ...words)
  const ready = await program.line(/^The property system is ready at /)
  return { program, port: Number(/:(\d+);/.exec(ready)?.[1]) }
}

describe('npm run pms', () => {
  it('takes postings, tells of guests and wake-up calls, and does what is typed', async () => {
    const { program, port } = await open('101=Ada')
    const guests: GuestEvent[] = []
    const wakeups: FiasWakeup[] = []
    const link = createLink({
      host: '127.0.0.1',
      port,
      features: { wakeups: true, guests: true },
      onGuest: (event) => void guests.push(event),
      onWakeup: (request) => void wakeups.push(request),
    })
    link.start()
    await until('a link', () => link.state === 'alive')
    expect(await link.post(posting(1))).toMatchObject({ kind: 'delivered' })
    await program.line(/booked: room 101, P#1: 2 of article 1450$/)
    for (const line of [
      'in 104 Zoë GE vip',
      'move 104 105',
      'wake 105 0700 260315',
      'out 105',
      'fault NP',
      'folio',
    ])
      program.type(line)
    await program.line(/^From now on: NP$/)
    await until('the guest and the call', () => guests.length === 3 && wakeups.length === 1)
    expect(guests).toMatchObject([
      { kind: 'check-in', room: '104', name: 'Zoë', language: 'de', vip: true },
      { kind: 'change', room: '105', from: '104' },
      { kind: 'check-out', room: '105' },
    ])
    expect(wakeups).toEqual([{ kind: 'request', room: '105', date: '260315', time: '070000' }])
    expect(await link.post(posting(2))).toMatchObject({ kind: 'refused', status: 'NP' })
    await program.line(/^ {2}room 105, 260315 070000: open$/)
    await link.stop()
    program.type('quit')
    expect(await program.exited).toBe(0)
    expect(program.lines.at(-1)).toBe('Postings: 1, twice: 0, against the rules: 0')
  })

  it('says so when it does not understand', async () => {
    const { program } = await open()
    for (const line of ['dance', 'in', 'wake 101 2500', 'out 999', 'fault x', '', 'help']) program.type(line)
    for (const line of [
      /^"dance" is not/,
      /^Say: in ROOM/,
      /^Say: wake/,
      /^Nobody/,
      /^ {2}one-by-one/,
      /^ {2}quit/,
    ])
      await program.line(line)
  })

  it('stops on Ctrl-C', async () => {
    const { program } = await open()
    program.child.kill('SIGINT')
    expect(await program.exited).toBe(0)
  })

  it('refuses words that it does not understand, all at once', async () => {
    const program = start('--port', '99999', '--speed', '--fault', 'dance', '--codepage', 'ebcdic')
    expect(await program.exited).toBe(2)
    for (const word of ['--port', '--speed', 'dance', 'ebcdic', '--help'])
      expect(program.complaints).toContain(word)
  })

  it('refuses a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const program = start('--port', String(port))
    expect(await program.exited).toBe(1)
    expect(program.complaints).toContain(`Another program listens on 127.0.0.1 port ${port}`)
    taken.close()
  })
})

describe('the words of npm run pms', () => {
  it('need not be said', () => {
    expect(readWords([])).toMatchObject({
      kind: 'pms',
      command: { host: '127.0.0.1', port: 5010, codePage: 'cp850', authKey: null, behaviour: {} },
    })
  })

  it('say where, how and who', () => {
    const words = '--host ::1 --port 7001 --codepage utf-8 --fault silent --fault checksum 7=Ann 8'.split(' ')
    expect(readWords(words)).toMatchObject({
      command: {
        host: '::1',
        port: 7_001,
        codePage: 'utf-8',
        behaviour: { posting: 'silence', checksum: true },
        rooms: [
          { room: '7', name: 'Ann' },
          { room: '8', name: 'Guest' },
        ],
      },
    })
  })

  it('are all in the help', () => {
    expect(readWords(['--help', '--port', 'x'])).toEqual({ kind: 'help' })
    for (const word of ['--host', '--key', 'audit start|end', ...Object.keys(FAULTS)])
      expect(HELP).toContain(word)
  })
})
