import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encode } from '../src/media/g711.ts'
import { prepareAudio } from '../src/media/media.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import { lengthMs, soundMs } from '../testing/command/heard.ts'
import { freePorts } from '../../../peers/ports.ts'
import { openExchange, type ScriptedExchange } from '../testing/scripted-exchange.ts'

/** `npm run phones` in a process of its own, rung by our user agent: SIP and audio between two programs. */

const PROGRAM = fileURLToPath(new URL('../../../scripts/phones.mjs', import.meta.url))
const host = '127.0.0.1'
const tone = encode(
  Int16Array.from({ length: 4_000 }, (_, at) => 9_000 * Math.sin(at / 3)),
  'PCMU',
)

class Program {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly lines: string[] = []
  complaints = ''
  readonly #waiting = new Set<() => void>()

  constructor(words: readonly string[]) {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line)
      this.#wake()
    })
    child.stderr.on('data', (text) => (this.complaints += String(text)))
    // When everything that it said has been read.
    this.exited = once(child, 'close').then(([code]) => code as number | null)
    void this.exited.then(() => this.#wake())
  }

  /** The first line that says this, now or as soon as it comes. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line))
      if (found !== undefined) return found
      if (this.child.exitCode !== null)
        throw new Error(`It ended without saying ${pattern}: ${this.text} ${this.complaints}`)
      await new Promise<void>((resolve) => void this.#waiting.add(resolve))
    }
  }

  #wake() {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  get text(): string {
    return this.lines.join('\n')
  }

  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.child.kill(signal)
    return this.exited
  }
}

let folder: string
let programs: Program[]
let agent: UserAgent

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'phones-'))
  programs = []
  agent = await createUserAgent({ bind: { host, port: 0 }, audioPorts: { low: 44_000, high: 44_099 } })
})

afterEach(async () => {
  await agent.close()
  for (const { child, exited } of programs) {
    child.kill('SIGKILL')
    await exited
  }
  await rm(folder, { recursive: true })
})

function start(...words: string[]): Program {
  const program = new Program(words)
  programs.push(program)
  return program
}

/** Starts phones on a free port and gives them a line of ours. */
async function open(...words: string[]): Promise<Program> {
  const program = start('--port', '0', '--audio-ports', '44100-44199', '--ring', '0.1', ...words)
  const ready = await program.line(/^Phones are ready at /)
  const port = Number(/:(\d+) over UDP/.exec(ready)?.[1])
  agent.addLine({ user: 'voice1', domain: host, exchange: { host, port }, register: false })
  return program
}

const dial = (to: string, options: Partial<DialOptions> = {}) => agent.dial('voice1', { to, ...options })

describe('npm run phones', () => {
  it('tells every event of a call that is answered, and keeps what was heard', async () => {
    const program = await open('--record', path.join(folder, 'heard'), '101-109=answer')
    const call = dial('105', {
      announcement: prepareAudio(tone),
      onPlayed: () => void call.pressKeys('7').then(() => call.hangUp()),
    })
    const end = await call.ended
    const last = await program.line(/over: the caller hung up/)
    const told = program.lines.filter((line) => line.includes(' #1 '))
    expect(told.map((line) => line.replace(/^\S+ +105 +#1 +/, ''))).toEqual([
      'is called by voice1',
      'rings',
      'answers',
      'hears key 7',
      expect.stringMatching(/^over: the caller hung up; heard \d+ ms of sound in \d+ ms; keys 7; .*\.wav$/),
    ])
    expect(told[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} /)
    expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(await program.stop()).toBe(0)
    const [file = '', ...more] = await readdir(path.join(folder, 'heard'))
    expect([last.includes(file), more]).toEqual([true, []])
    const heard = await samplesOf(path.join(folder, 'heard', file))
    expect(soundMs(heard)).toBeGreaterThan(400)
    expect(last).toContain(`heard ${soundMs(heard)} ms of sound in ${lengthMs(heard)} ms`)
  })

  it('has phones for every behaviour, all at once', async () => {
    const rules = '101=busy 102=reject 103=480 104=no-answer 105=hang-up-early 106=snooze 107=hold'
    const program = await open(...rules.split(' '))
    const held: boolean[] = []
    const onHold = (on: boolean) => {
      held.push(on)
      if (!on) void holding.hangUp()
    }
    const snoozing = dial('106', { onKey: () => void snoozing.hangUp() })
    const holding = dial('107', { announcement: prepareAudio(tone), playing: { times: 60 }, onHold })
    const calls = [
      ...['101', '102', '103', '104', '105'].map((number) => dial(number, { ringMs: 2_000 })),
      snoozing,
      holding,
    ]
    expect(await Promise.all(calls.map(({ ended }) => ended))).toMatchObject([
      { outcome: 'busy', status: 486 },
      { outcome: 'rejected', status: 603 },
      { outcome: 'unreachable', status: 480 },
      { outcome: 'no-answer' },
      { outcome: 'answered', hungUpBy: 'them' },
      { outcome: 'answered', keys: '1' },
      { outcome: 'answered', hungUpBy: 'us' },
    ])
    expect(held).toEqual([true, false])
    for (const line of [
      /101 .*refuses with 486/,
      /102 .*refuses with 603/,
      /103 .*refuses with 480/,
      /104 .*over: the caller gave up/,
      /105 .*over: the phone hung up/,
      /106 .*presses 1/,
      /107 .*puts the caller on hold/,
      /107 .*takes the caller back/,
    ])
      await program.line(line)
  })

  it('has phones that are dead', async () => {
    const program = await open('101=silent')
    const call = dial('101')
    await program.line(/101 .*says nothing/)
    void call.hangUp()
    expect(call.state).toBe('withdrawing')
  })

  it('knows no other numbers than those that were named', async () => {
    await open('101=answer')
    expect(await dial('102').ended).toMatchObject({ outcome: 'unreachable', status: 404 })
  })

  it('says little when asked to be quiet', async () => {
    const program = await open('--quiet')
    const call = dial('101', { onAnswered: () => void call.hangUp() })
    await call.ended
    expect(await program.stop()).toBe(0)
    expect(program.text).not.toContain('rings')
    expect(program.lines.at(-1)).toMatch(/Calls so far: 1, answered 1, over 1, now 0/)
  })
})

describe('Ctrl-C', () => {
  it('hangs up what is up, refuses what rings, and ends with 0, even when npm passes it on a second time', async () => {
    const program = await open('101=answer', '102=no-answer')
    const ringing = dial('102')
    const up = dial('101')
    await Promise.all([program.line(/101 .*answers/), program.line(/102 .*rings/)])
    // Two of the same kind might arrive as one.
    program.child.kill('SIGINT')
    const code = await program.stop('SIGTERM')
    expect(await up.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(await ringing.ended).toMatchObject({ outcome: 'rejected', status: 603 })
    expect(code).toBe(0)
    expect(program.lines.at(-1)).toMatch(/Calls so far: 2, answered 1, over 2, now 0/)
  })
})

describe('with a registrar', () => {
  const accounts = { '101': 's3cret', '102': 's3cret', voice2: 'x' }
  let exchange: ScriptedExchange

  beforeEach(async () => {
    exchange = await openExchange({ domain: 'hotel', accounts, phones: { host, port: 9 } })
  })
  afterEach(() => exchange.close())

  const openAt = (password: string) =>
    open(
      '--registrar',
      `${host}:${exchange.address.port}`,
      '--domain',
      'hotel',
      '--password',
      password,
      '101-102=busy',
    )

  it('every number signs in, is rung by way of the exchange, and is gone after Ctrl-C', async () => {
    const program = await openAt('s3cret')
    await Promise.all([program.line(/101 +is registered/), program.line(/102 +is registered/)])
    expect([...exchange.bindings.keys()].toSorted()).toEqual(['101', '102'])
    const credentials = { username: 'voice2', password: 'x' }
    agent.addLine({
      user: 'voice2',
      domain: 'hotel',
      exchange: exchange.address,
      credentials,
      register: false,
    })
    expect(await agent.dial('voice2', { to: '102' }).ended).toMatchObject({ outcome: 'busy' })
    expect(await program.line(/102 .*is called by/)).toContain('voice2')
    expect(await program.stop()).toBe(0)
    expect(exchange.bindings.size).toBe(0)
    expect(program.text).toMatch(/101 +is no longer registered/)
  })

  it.each(['udp', 'tcp'])('that says nothing over %s, that is told soon', async (protocol) => {
    const silent = createSocket('udp4')
    silent.bind(await freePorts(), host)
    await once(silent, 'listening')
    const deaf = createServer().listen(silent.address().port, host)
    await once(deaf, 'listening')
    const registrar = `${host}:${silent.address().port}`
    const program = start('--port', '0', '--protocol', protocol, '--registrar', registrar, '101-103=busy')
    const told = await program.line(/does not answer/)
    expect(told).toContain(`The registrar at ${registrar} over ${protocol.toUpperCase()} does not answer`)
    // Once for all of them, and before any of them has given up.
    expect(program.lines.filter((line) => / answer|is not registered/.test(line))).toEqual([told])
    silent.close()
    deaf.close()
  })

  it('a wrong password is told', async () => {
    const program = await openAt('wrong')
    expect(await program.line(/101 +is not registered: 401 .*tries again/)).toBeTruthy()
    expect(exchange.bindings.size).toBe(0)
  })
})

describe('npm run phones refuses', () => {
  it('words that it does not understand, all at once, and starts nothing', async () => {
    const program = start('--port', '99999', '--speed', '101=dance')
    expect(await program.exited).toBe(2)
    for (const word of ['--port', '--speed', 'dance', '--help']) expect(program.complaints).toContain(word)
    expect(program.text).toBe('')
  })

  it('a port that is taken', async () => {
    const taken = createSocket('udp4').bind(0, host)
    await once(taken, 'listening')
    const { port } = taken.address()
    const program = start('--port', String(port))
    expect(await program.exited).toBe(1)
    expect(program.complaints).toContain(`Another program listens on ${host} port ${port}`)
    taken.close()
  })

  it('an address that this machine does not have', async () => {
    const program = start('--host', '192.0.2.77')
    expect(await program.exited).toBe(1)
    expect(program.complaints).toContain('This machine has no address 192.0.2.77')
  })

  it('a folder that cannot be written', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const program = start('--port', '0', '--record', path.join(file, 'heard'))
    expect(await program.exited).toBe(1)
    expect(program.complaints).toContain('Nothing can be recorded')
  })

  it('nothing to whoever asks for help', async () => {
    const program = start('--help')
    expect(await program.exited).toBe(0)
    expect(program.text).toMatch(/NUMBERS=BEHAVIOUR[\s\S]*hang-up-early[\s\S]*--registrar/)
  })
})

async function samplesOf(file: string): Promise<Int16Array> {
  const wav = await readFile(file)
  const bytes = wav.subarray(44)
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at))
}
