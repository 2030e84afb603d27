import { systemClock } from '../../src/transactions/clock.ts'
import { readDialWords } from './dial-words.ts'
import { dialOnce } from './dialled-call.ts'
import { RunningPhones } from './running-phones.ts'
import { HELP, type PhonesCommand, readWords } from './words.ts'

/** The program behind `npm run phones`. */

/** A terminal and npm both pass Ctrl-C on: what comes so soon after the first is the same wish. */
const SAME_WISH_MS = 500

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

function begin(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words
  if (first === 'dial') return dial(rest)
  const asked = readWords(words)
  if (asked.kind === 'phones') return run(asked.command)
  if (asked.kind === 'help') process.stdout.write(HELP)
  else for (const line of [...asked.mistakes, 'See npm run phones -- --help']) complain(line)
  return Promise.resolve(asked.kind === 'help' ? 0 : 2)
}

async function dial(words: readonly string[]): Promise<number> {
  const asked = readDialWords(words)
  if (asked.kind === 'dial') return dialOnce(asked.command, say)
  for (const line of [...asked.mistakes, 'See npm run phones -- --help']) complain(line)
  return 2
}

async function run(command: PhonesCommand): Promise<number> {
  const { stopped, giveUp } = untilStopped()
  const phones = new RunningPhones(command, { clock: systemClock, say, giveUp })
  try {
    await phones.open()
  } catch (error) {
    await phones.close()
    complain(startFailure(error, command))
    return 1
  }
  const fault = await stopped
  if (fault !== null) complain(fault)
  await phones.close()
  return fault === null ? 0 : 1
}

/** By a signal, or by a fault that is told; a second signal does not wait for anybody. */
function untilStopped() {
  let giveUp: (why: string | null) => void = () => {}
  const stopped = new Promise<string | null>((resolve) => (giveUp = resolve))
  let first: number | null = null
  const onSignal = () => {
    if (first !== null && systemClock.now() - first > SAME_WISH_MS) process.exit(130)
    if (first === null) say('Stopping: hanging up and un-registering. Ctrl-C once more leaves at once.')
    first ??= systemClock.now()
    giveUp(null)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  // Nobody reads any more what we say, as behind `| head`.
  process.stdout.on('error', () => giveUp(null))
  return { stopped, giveUp: (why: string) => giveUp(why) }
}

function startFailure(error: unknown, { bind, record }: PhonesCommand): string {
  const { code = '', path } = error as NodeJS.ErrnoException
  const at = `${bind.host} port ${bind.port}`
  if (code === 'EADDRINUSE') return `Another program listens on ${at}: choose another with --port`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${bind.host}: say one that it has with --host`
  if (code === 'EACCES' && path === undefined)
    return `Not allowed to listen on ${at}: choose another with --port`
  if (path !== undefined) return `Nothing can be recorded in ${record}: ${String(error)}`
  return `The phones could not be started: ${String(error)}`
}

process.exit(await begin(process.argv.slice(2)))
