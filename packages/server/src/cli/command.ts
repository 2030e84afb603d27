import { Command, CommanderError } from 'commander'
import { addServeOptions, type Environment, resolveOptions, unknownVariables } from '../config/options.ts'
import { environment } from '../config/environment.ts'
import { isFailure, messageOf } from '../kernel/failure.ts'
import { createLog } from '../kernel/log.ts'
import { addCheckCommand } from './check.ts'
import { addMaintenanceCommands } from './maintenance.ts'
import { PRODUCT } from './product.ts'
import { notStarted, serve, tellFatal } from './serve.ts'
import { serverTerminal, systemTerminal } from './terminal.ts'

/** Runs one command to its end; the answer is the exit code. */
export async function runCommand(
  words: readonly string[],
  env: Environment = environment(),
): Promise<number> {
  let code = 0
  const program = new Command('reveille')
    .description('The voice system of a hotel: wake-up calls, mini-bar charges and room status.')
    .version(versionWords(), '--version', 'tell the version and its date')
    .exitOverride()
    .showHelpAfterError('(--help lists the options)')
  addServeOptions(program).action(async (_, command: Command) => {
    code = await startServing(command, env)
  })
  addMaintenanceCommands(program, env)
  addCheckCommand(program, { env, terminal: systemTerminal })
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code || Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    systemTerminal.complain(isFailure(error) ? error.message : `Reveille stopped: ${messageOf(error)}`)
    return 1
  }
}

/** `Reveille 1.0.0 of 2026/11/15 (build 0123456789ab, Node 20.19.5)` */
const versionWords = () =>
  `${PRODUCT.name} ${PRODUCT.version} of ${PRODUCT.released} (build ${PRODUCT.build}, Node ${process.versions.node})`

/** A log that says why nothing was started has no level yet. */
async function startServing(command: Command, env: Environment): Promise<number> {
  for (const unknown of unknownVariables(env)) serverTerminal.complain(`WARNING: ${unknown}`)
  const resolved = resolveOptions(command.opts(), env)
  if ('mistakes' in resolved) return notStarted(resolved.mistakes, serverTerminal, createLog('error'))
  return serve(resolved.options, serverTerminal).catch((error: unknown) => {
    const said = isFailure(error) ? error : new Error(`Reveille stopped: ${messageOf(error)}`)
    tellFatal(said, serverTerminal, createLog(resolved.options.logLevel))
    return 1
  })
}
