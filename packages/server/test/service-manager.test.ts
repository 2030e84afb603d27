import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { ServiceManager } from '../src/cli/service-manager.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { createLog } from '../src/kernel/log.ts'
import { startProduct } from './process.ts'
import { manualClock } from '../testing/manual-clock.ts'

/** systemd's own program talks to a real socket, which socat holds open in the place of systemd. */
describe.skipIf(!has('socat') || !has('systemd-notify'))('a service under systemd', () => {
  let folder: string
  let socat: ChildProcess
  let heard: string
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reveille-notify-'))
    heard = ''
    socat = spawn('socat', ['-u', `UNIX-RECV:${socket()}`, 'STDOUT'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    socat.stdout?.on('data', (words) => (heard += String(words)))
    await vi.waitUntil(() => existsSync(socket()))
  })
  afterEach(() => {
    socat.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const socket = () => path.join(folder, 'notify')
  const hears = (word: string, times = 1) => vi.waitUntil(() => heard.split(word).length > times, 20_000)

  function service(env: Record<string, string> = {}) {
    const clock = manualClock(0)
    const events: unknown[] = []
    const log = createLog('info', { write: (line: string) => void events.push(JSON.parse(line).event) })
    const state = { turns: true }
    const manager = new ServiceManager({
      env: { ...process.env, NOTIFY_SOCKET: socket(), WATCHDOG_USEC: '60000000', ...env },
      clock,
      log,
      isTurning: () => state.turns,
    })
    return { clock, events, state, manager }
  }

  it('says that it is ready, that it is alive three times in the time it has, and that it stops', async () => {
    const { clock, manager } = service()
    manager.ready()
    await hears('READY=1')
    clock.advance(seconds(20))
    await hears('WATCHDOG=1')
    clock.advance(seconds(20))
    await hears('WATCHDOG=1', 2)
    manager.stopping()
    await hears('STOPPING=1')
  })

  it('does not say that it is alive while its loops stand still', async () => {
    const { clock, manager, state } = service()
    manager.ready()
    state.turns = false
    clock.advance(minutes(1))
    manager.stopping()
    await hears('STOPPING=1')
    expect(heard).not.toContain('WATCHDOG')
  })

  it('does the same as the product itself', async () => {
    const data = path.join(folder, 'data')
    const env = { NOTIFY_SOCKET: socket(), WATCHDOG_USEC: '3000000' }
    const server = await startProduct(['--data', data], [], env)
    await hears('READY=1')
    await hears('WATCHDOG=1')
    await server.stop()
    await hears('STOPPING=1')
  })

  it('notes once that systemd does not hear it', async () => {
    const { clock, manager, events } = service({ NOTIFY_SOCKET: path.join(folder, 'nowhere') })
    manager.ready()
    await vi.waitUntil(() => events.length > 0, 20_000)
    clock.advance(seconds(20))
    manager.stopping()
    await new Promise((resolve) => setImmediate(resolve))
    expect(events).toEqual(['systemd.not-told'])
  })
})
