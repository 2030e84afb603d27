import { createInterface } from 'node:readline'
import { systemClock } from '../../src/wire/clock.ts'
import { fiasTime } from '../../src/records/wall-time.ts'
import { ScriptedPms } from '../scripted-pms.ts'
import { eventText, timeText } from './journal.ts'
import { carryOut, type Desk } from './orders.ts'
import { HELP, type PmsCommand, readWords } from './words.ts'

/** The program behind `npm run pms`. */

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

function begin(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (asked.kind === 'pms') return run(asked.command)
  if (asked.kind === 'help') process.stdout.write(HELP)
  else for (const line of [...asked.mistakes, 'See npm run pms -- --help']) complain(line)
  return Promise.resolve(asked.kind === 'help' ? 0 : 2)
}

async function run(command: PmsCommand): Promise<number> {
  const pms = pmsOf(command)
  const stopped = untilStopped(pms, command)
  try {
    await pms.open()
  } catch (error) {
    complain(startFailure(error, command))
    return 1
  }
  say(`The property system is ready at ${pms.address.host}:${pms.address.port}; type help for what it does`)
  await stopped
  const { bookings, duplicates } = pms.folio
  say(
    `Postings: ${bookings.length}, twice: ${duplicates.length}, against the rules: ${pms.violations.length}`,
  )
  await pms.close()
  return 0
}

function pmsOf({ host, port, codePage, authKey, behaviour, rooms }: PmsCommand): ScriptedPms {
  const guests = rooms.map(({ room, name }, at) => [room, [{ reservation: String(at + 1), name }]] as const)
  return new ScriptedPms({
    host,
    port,
    codePage,
    behaviour,
    guests: Object.fromEntries(guests),
    ...(authKey === null ? {} : { authKey }),
    onEvent: (event) => say(`${timeText(systemClock.now())}  ${eventText(event)}`),
  })
}

/** By a signal, by an order, or because nobody reads any more what we say, as behind `| head`. */
function untilStopped(pms: ScriptedPms, { rooms }: PmsCommand): Promise<void> {
  let lastReservation = rooms.length
  return new Promise((stop) => {
    const desk: Desk = {
      pms,
      today: () => fiasTime(systemClock.now()).date,
      nextReservation: () => String(++lastReservation),
      stop,
    }
    // That nothing more can be typed is no reason to stop: it may run without a terminal.
    createInterface({ input: process.stdin }).on('line', (line) => carryOut(line, desk).forEach(say))
    process.on('SIGINT', () => stop()).on('SIGTERM', () => stop())
    process.stdout.on('error', () => stop())
  })
}

function startFailure(error: unknown, { host, port }: PmsCommand): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Another program listens on ${host} port ${port}: choose another with --port`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: say one that it has with --host`
  if (code === 'EACCES') return `Not allowed to listen on ${host} port ${port}: choose another with --port`
  return `The property system could not be started: ${String(error)}`
}

process.exit(await begin(process.argv.slice(2)))
