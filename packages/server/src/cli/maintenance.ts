import os from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { type Environment, resolveOptions } from '../config/options.ts'
import { type Clock, seconds, systemClock } from '../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../kernel/failure.ts'
import { silentLog } from '../kernel/log.ts'
import { codeOf } from '../store/engine/dialect.ts'
import { isAsSigned } from '../store/files/backup-sum.ts'
import { backup, type DataPlace, type Surroundings } from '../store/files/backup.ts'
import type { CopyProgress, Side } from '../store/files/copy.ts'
import { copyKey, KEY_FILE } from '../store/files/key-file.ts'
import { removeJournal } from '../store/files/journal.ts'
import { arriveQuietly } from '../store/files/quiet-arrival.ts'
import { restore } from '../store/files/restore.ts'
import { formatBytes } from './checks/bytes.ts'
import { chainsVerdict } from './checks/log.ts'
import { doctor, formatFindings } from './doctor.ts'
import { goLive, whyQuiet } from './go-live.ts'
import { tryRestore } from './try-restore.ts'
import { PRODUCT } from './product.ts'
import { systemTerminal, type Terminal } from './terminal.ts'

/** `doctor`, `backup`, `verify`, `restore` and `go-live`: what is done beside a server or in its absence. */
export function addMaintenanceCommands(
  program: Command,
  env: Environment,
  terminal: Terminal = systemTerminal,
) {
  const clock = systemClock()
  const work = { env, terminal, around: { clock, log: silentLog, progress: progressOn(terminal, clock) } }

  withPlace(program.command('doctor'))
    .description(
      'check the data folder, the database, the journal, the seals of the log, the secrets, the clock and the disk; changes nothing',
    )
    .option('--json', 'for machines')
    .action((_, command: Command) => examine(command, work))
  withPlace(program.command('backup'))
    .description('write everything into one file, while the server goes on serving')
    .argument('<file>', 'the file to write; it must not exist yet')
    .option(
      '--with-key',
      'also copy the key to the stored secrets, as <file>.key: keep it apart from the backup',
    )
    .option('--verify', 'also restore it for a trial, into a folder that is removed again')
    .action((file: string, _, command: Command) => attempt(terminal, () => makeBackup(file, command, work)))
  withPlace(program.command('verify'))
    .description(
      'restore a backup for a trial, into a folder that is removed again; the server may run or not',
    )
    .argument('<file>', 'the backup')
    .action((file: string, _, command: Command) => attempt(terminal, () => tryBackup(file, command, work)))
  withPlace(program.command('restore'))
    .description('put a backup in place of the database; the server must be stopped')
    .argument('<file>', 'the backup')
    .option('--replace', 'also if the database holds a hotel already')
    .option('--altered', 'also if its log was changed by hand since it was sealed')
    .option(
      '--live',
      'it goes on as the same house, which has stopped for good: for a move between databases',
    )
    .action((file: string, _, command: Command) => attempt(terminal, () => putBack(file, command, work)))
  withPlace(program.command('go-live'))
    .description('let a restored copy ring, post and take requests; the server may run or not')
    .action((_, command: Command) =>
      attempt(terminal, async () => {
        for (const line of await goLive({ ...optionsOf(command, env), clock })) terminal.print(line)
      }),
    )
}

interface Work {
  readonly env: Environment
  readonly terminal: Terminal
  readonly around: Surroundings
}

const withPlace = (command: Command) =>
  command
    .option('--data <DIR>', 'the data folder (default: ./data) [REVEILLE_DATA]')
    .option('--database <URL>', 'a postgres:// address instead of the embedded database [REVEILLE_DATABASE]')
    .option(
      '--key-file <FILE>',
      'key to the stored secrets (default: reveille.key there) [REVEILLE_KEY_FILE]',
    )

/** What went wrong, as one sentence; the exit code says so too. */
async function attempt(terminal: Terminal, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const said = isFailure(error)
      ? error.message
      : `This did not succeed: ${messageOf(error)}${ownWords(error)}`
    terminal.complain(said.replaceAll(/\s*\n\s*/g, ' '))
    process.exitCode = 1
  }
}

/** `sudo reveille` works as the user of the service: where that one may not go, root wonders. */
const ownWords = (error: unknown) =>
  codeOf(error, 'code') === 'EACCES'
    ? `. It is done as the user ${os.userInfo().username}: choose a place that this user may use, or give it to them with chown`
    : ''

function examine(command: Command, { env, terminal, around: { clock, progress } }: Work) {
  return attempt(terminal, async () => {
    const options = { ...optionsOf(command, env), clock, progress }
    const findings = await doctor({ ...options, released: PRODUCT.released })
    const well = findings.every(({ level }) => level !== 'fault')
    const { json } = command.optsWithGlobals()
    terminal.print(json === true ? JSON.stringify({ ok: well, findings }, null, 2) : formatFindings(findings))
    if (!well) process.exitCode = 1
  })
}

async function makeBackup(file: string, command: Command, { env, terminal, around }: Work) {
  const { bytes, rows } = await backup(placeOf(command, env), file, around)
  terminal.print(`Backed up ${rows} rows to ${file} (${formatBytes(bytes)}).`)
  const { withKey, verify } = command.optsWithGlobals()
  if (withKey === true) {
    copyKey(keyOf(optionsOf(command, env)), `${file}.key`)
    terminal.print(`Copied the key to ${file}.key: whoever has both can read every stored secret.`)
  }
  if (verify === true) await tryBackup(file, command, { env, terminal, around })
}

const keyOf = ({ data, keyFile }: { readonly data: string; readonly keyFile: string | null }) =>
  keyFile ?? path.join(data, KEY_FILE)

async function tryBackup(file: string, command: Command, { env, terminal, around }: Work) {
  const accept = (source: Side) => mustBeAsMade(source, file, around.clock)
  const keyFile = keyOf(optionsOf(command, env))
  const rows = await tryRestore(file, { ...around, accept, keyFile, released: PRODUCT.released })
  terminal.print(`${file} was restored for a trial: ${rows} rows, and nothing is wrong with them.`)
}

async function putBack(file: string, command: Command, { env, terminal, around }: Work) {
  const { replace: replaced, altered, live } = command.optsWithGlobals()
  const replace = replaced === true
  const arrive = live === true ? {} : { arrive: arriveQuietly(around.clock) }
  const accept =
    altered === true ? {} : { accept: (source: Side) => mustBeAsMade(source, file, around.clock) }
  const { rows, kept } = await restore(file, placeOf(command, env), {
    ...around,
    replace,
    ...accept,
    ...arrive,
  })
  removeJournal(optionsOf(command, env).data)
  const old = kept === null ? '' : `; what was there before is kept as ${kept}`
  terminal.print(`Restored ${rows} rows from ${file}${old}.`)
  if (live !== true) terminal.print(QUIET)
  else if ((await whyQuiet({ ...optionsOf(command, env), clock: around.clock })) !== null)
    terminal.print(STAYS_QUIET)
}

const QUIET =
  'It is a copy that rings nobody and sends nothing. When the house of the backup is off for good, give the command go-live.'

const STAYS_QUIET =
  'The backup is of a copy that was not live, and neither is this: it rings nobody and sends nothing, until the command go-live.'

/** Whoever could write into the backup could otherwise bring a log that nobody would doubt any more. */
async function mustBeAsMade(source: Side, file: string, clock: Clock) {
  const { level, text } = await chainsVerdict(source, { clock })
  const wrong =
    level === 'fault'
      ? `The log in ${file} is not as it was sealed: ${text}`
      : isAsSigned(file)
        ? null
        : `${file} is not as it was made: bytes of it are others now`
  if (wrong !== null) throw new Failure('store.corrupt', `${wrong}; restore --altered takes it all the same`)
}

function placeOf(command: Command, env: Environment): DataPlace {
  const { data, database } = optionsOf(command, env)
  return database === null ? { folder: data } : { url: database }
}

/** The server's options of the same names are global ones; its other options are ignored here. */
function optionsOf(command: Command, env: Environment) {
  const { data, database, keyFile } = command.optsWithGlobals<Record<string, string | undefined>>()
  const { REVEILLE_DATA, REVEILLE_DATABASE, REVEILLE_KEY_FILE } = env
  const resolved = resolveOptions(
    { data, database, keyFile },
    { REVEILLE_DATA, REVEILLE_DATABASE, REVEILLE_KEY_FILE },
  )
  if ('options' in resolved) return resolved.options
  throw new Failure('config.invalid', resolved.mistakes.join('; '))
}

/** A line a second: enough to see that it goes on. */
export function progressOn(terminal: Terminal, clock: Clock): CopyProgress {
  let last = clock.elapsed()
  return (rows, total) => {
    if (clock.elapsed() - last < seconds(1)) return
    last = clock.elapsed()
    terminal.complain(`${rows} of ${total} rows`)
  }
}
