import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { freePorts } from '../../../peers/ports.ts'
import { blocksOf, homeWith, paste, SHELLS } from './pasted.ts'
import { ROOT } from './process.ts'

const BLOCKS = blocksOf('docs/trying-it.md')

const commandWith = (word: string) =>
  BLOCKS.find(({ language, text }) => language === 'sh' && text.includes(word))?.text ?? ''

/** The words after `npm run x --`, as a shell reads them. */
const wordsOf = (command: string) => (command.split(' -- ')[1] ?? '').replaceAll("'", '').split(' ')

interface Program {
  readonly child: ChildProcess
  /** Waits until it has printed this. */
  says(words: RegExp): Promise<string>
}

/** A program of the page, until the test is over. */
function start(script: string, words: readonly string[], cwd: string): Program {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', script), ...words], { cwd })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const early = ended.then(() => Promise.reject(new Error(`${script} ended: ${output}`)))
  early.catch(() => {})
  return {
    child,
    async says(words) {
      while (!words.test(output)) await Promise.race([once(child.stdout, 'data'), early])
      return words.exec(output)?.[1] ?? ''
    },
  }
}

it.skipIf(!has('curl'))(
  'rings a room, posts a drink, and takes a call from a room, as the page says',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-trying-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const phonePort = await freePorts(4)
    const [pmsPort, sipPort] = [phonePort + 1, phonePort + 2]

    const phones = start(
      'phones.mjs',
      ['--port', String(phonePort), ...wordsOf(commandWith('run phones'))],
      folder,
    )
    const pms = start('pms.mjs', ['--port', String(pmsPort), ...wordsOf(commandWith('run pms'))], folder)
    await phones.says(/Phones are ready/)
    await pms.says(/The property system is ready/)

    // Only the ports differ: others may use those of the page.
    const site = (BLOCKS.find(({ language }) => language === 'yaml')?.text ?? '')
      .replaceAll(':5070', `:${phonePort}`)
      .replace('port: 5010', `port: ${pmsPort}`)
      .replace('mode: sip', `mode: sip\n  port: ${sipPort}`)
    writeFileSync(path.join(folder, 'trial.yaml'), site)
    const house = start('start.mjs', ['--port', '0', ...wordsOf(commandWith('npm start'))], folder)
    const address = await house.says(/Reveille is ready at (\S+)/)
    await pms.says(/the link is alive/)

    await paste(SHELLS.bash, [commandWith('/rest/wakeup')], { env: homeWith(folder, address), cwd: folder })
    await pms.says(/booked: room 101, P#1: amount 900, 2 Cola/)
    await phones.says(/101 .*answers/)

    const words = wordsOf(commandWith('phones -- dial'))
    const dialled = start('phones.mjs', [...words, '--at', `127.0.0.1:${sipPort}`], folder)
    await dialled.says(/700 answers[^]*102 has pressed 0630/)
    const pending = 'curl -s -u boss:early-bird-9 http://127.0.0.1:8080/rest/wakeup/list/pending'
    const [list = ''] = await paste(SHELLS.bash, [pending], { env: homeWith(folder, address), cwd: folder })
    expect(list).toMatch(/"room":"102"[^}]*T06:30:00/)

    const [setPin = '', ...calls] = commandWith('phone-pin').trim().split('\n')
    await paste(SHELLS.bash, [setPin], { env: homeWith(folder, address), cwd: folder })
    for (const call of calls) {
      const staff = start('phones.mjs', [...wordsOf(call), '--at', `127.0.0.1:${sipPort}`], folder)
      await staff.says(/The call is over/)
    }
    await pms.says(/booked: room 102, P#2: amount 900, 2 Cola/)
    const status = 'curl -s -u boss:early-bird-9 http://127.0.0.1:8080/rest/rsi/room/102'
    const [room = ''] = await paste(SHELLS.bash, [status], { env: homeWith(folder, address), cwd: folder })
    expect(room).toMatch(/"status":\{"id":"1"/)
  },
)
