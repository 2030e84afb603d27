import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { type Block, blocksOf, checkout, homeWith, paste, patternOf, printedAfter, SHELLS } from './pasted.ts'
import { ROOT, startServer } from './process.ts'

const BLOCKS = blocksOf('README.md')
const REQUESTS = 'First requests'
const sectionOf = (under: string) => BLOCKS.filter((block) => block.under === under)
const FIRST_HOUR = blocksOf('docs/first-hour.md')
const BACKUP = blocksOf('docs/backup.md')
const commands = BLOCKS.filter(({ language, under }) => language === 'sh' && under !== REQUESTS)

/** What a page says that a command prints, on whatever port. */
const saidOf = (blocks: readonly Block[], command: string) => {
  const at = blocks.findIndex(({ text }) => text.split('\n').includes(command))
  return patternOf((printedAfter(blocks, at) ?? 'nothing').replace(':8080', ':…'))
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-readme-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a shell prints when these blocks are pasted into it, beside a hotel that has just been started. */
async function printedBy(shell: readonly string[], blocks: readonly string[]) {
  const password = path.join(folder, 'password')
  writeFileSync(password, 'correct-horse\n')
  const options = ['--port', '0', '--data', path.join(folder, 'data'), '--admin-password-file', password]
  const server = await startServer([path.join(ROOT, 'scripts/start.mjs'), ...options])
  try {
    const env = homeWith(folder, server.url)
    return await paste(shell, blocks, { env, cwd: folder, typed: { 0: 'correct-horse' } })
  } finally {
    await server.stop()
  }
}

describe('the requests of the README', () => {
  const section = sectionOf(REQUESTS)
  const pasted = section.flatMap((block, at) =>
    block.language === 'sh' ? [{ text: block.text, printed: printedAfter(section, at) }] : [],
  )

  describe.each(Object.entries(SHELLS))('pasted into %s', (name, shell) => {
    it.skipIf(!has('curl') || (name === 'zsh' && !has('zsh')))('print what stands below them', async () => {
      const outputs = await printedBy(
        shell,
        pasted.map(({ text }) => text),
      )
      for (const [at, { text, printed }] of pasted.entries())
        expect([text, outputs[at]]).toEqual([text, expect.stringMatching(patternOf(printed ?? '…'))])
    })
  })

  it('each say what they print', () => {
    expect(pasted.filter(({ printed }) => printed === null).map(({ text }) => text)).toEqual([
      pasted[0]?.text,
    ])
  })
})

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  complaints(): string
}

/** As a person types it, in a checkout of its own. */
function run(command: string): Run {
  const env = { ...process.env, REVEILLE_PORT: '0', npm_config_update_notifier: 'false' }
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: path.join(folder, 'checkout'), env })
  let [output, complaints] = ['', '']
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (complaints += String(data)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, output: () => output, complaints: () => complaints }
}

async function served(command: string): Promise<string> {
  const { child, ended, output, complaints } = run(command)
  const end = ended.then((code) => Promise.reject(new Error(`It ended with ${code}: ${complaints()}`)))
  while (!output().includes('Reveille is ready at'))
    await Promise.race([once(child.stdout ?? child, 'data'), end])
  end.catch(() => {})
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  return output()
}

async function done(command: string): Promise<string> {
  const { ended, output } = run(command)
  expect(await ended).toBe(0)
  return output()
}

/** How each command is run here; the first also makes the house that the others look at. */
const HOW: Readonly<Record<string, () => Promise<void>>> = {
  'npm install && npm start': async () => {
    // Whoever runs this test has installed.
    const output = await served('npm start --silent')
    expect(output.trim()).toMatch(saidOf(BLOCKS, 'npm install && npm start'))
  },
  'npm install && npm test': () => {
    // CI runs these commands, with every program that a test needs.
    expect(readFileSync(path.join(ROOT, '.ci/run'), 'utf8')).toMatch(
      /^npm install\nnpm run test:peers\nnpm test$/m,
    )
    return Promise.resolve()
  },
  'npm start -- --help': async () => {
    expect(await done('npm start -- --help')).toContain('--tls-cert')
  },
  'npm start -- --data ./hotel --site hotel.yaml': async () => {
    // The hotel of the first hour, with a port for SIP that nobody else has.
    const site = FIRST_HOUR.find(({ language }) => language === 'yaml')?.text ?? ''
    writeFileSync(inCheckout('hotel.yaml'), site.replace('mode: sip', 'mode: sip\n  bind: 127.0.0.9'))
    await served('npm start -- --data ./hotel --site hotel.yaml')
    expect(existsSync(inCheckout('hotel'))).toBe(true)
  },
  'npm start --silent -- doctor': async () => {
    await served('npm start')
    expect(await done('npm start --silent -- doctor')).toMatch(/database/i)
  },
  'npm start --silent -- backup hotel.backup': async () => {
    await served('npm start')
    await done('npm start --silent -- backup hotel.backup')
    expect(existsSync(inCheckout('hotel.backup'))).toBe(true)
  },
}

const inCheckout = (name: string) => path.join(folder, 'checkout', name)

describe('the commands of the README', () => {
  beforeEach(() => void checkout(path.join(folder, 'checkout')))

  it('are all run here', () => {
    expect(commands.map(({ text }) => text).toSorted()).toEqual(Object.keys(HOW).toSorted())
  })

  it.each(Object.keys(HOW))('work as they stand: %s', async (command) => {
    await HOW[command]?.()
  })

  it('that it names in passing are there', () => {
    const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
    const named = Array.from(text.matchAll(/`npm run ([\w:]+)/g), ([, name = '']) => name)
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: object
    }
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe('the commands of the guide', () => {
  beforeEach(() => void checkout(path.join(folder, 'checkout')))

  it('begin with an empty house, and a code for whoever sets it up', async () => {
    const command = 'npm start -- --empty'
    expect((await served(command)).trim()).toMatch(saidOf(FIRST_HOUR, command))
  })

  it('back up, and restore a quiet copy beside the house', async () => {
    await served('npm start')
    const [backup = '', restore = ''] = BACKUP.filter(({ language }) => language === 'sh').map(
      ({ text }) => text,
    )
    for (const command of [backup, restore])
      expect((await done(command)).trim()).toMatch(saidOf(BACKUP, command))
    await served('npm start -- --data ./drill')
    expect(await done('npm start --silent -- go-live --data ./drill')).toContain('This house is live.')
  })
})
