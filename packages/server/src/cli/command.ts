import { Command, CommanderError } from 'commander'
import { addServeOptions, type Environment, resolveOptions } from '../config/options.ts'
import { environment } from '../config/environment.ts'
import { isFailure, messageOf } from '../kernel/failure.ts'
import { addMaintenanceCommands } from './maintenance.ts'
import { serve } from './serve.ts'
import { systemTerminal } from './terminal.ts'

/** Runs one command to its end; the answer is the exit code. */
export async function runCommand(
  words: readonly string[],
  env: Environment = environment(),
): Promise<number> {
  let code = 0
  const program = new Command('reveille')
    .description('The voice system of a hotel: wake-up calls, mini-bar charges and room status.')
    .exitOverride()
    .showHelpAfterError('(--help lists the options)')
  addServeOptions(program).action(async (_, command: Command) => {
    code = await startServing(command, env)
  })
  addMaintenanceCommands(program, env)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code || Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    systemTerminal.complain(isFailure(error) ? error.message : `Reveille stopped: ${messageOf(error)}`)
    return 1
  }
}

async function startServing(command: Command, env: Environment): Promise<number> {
  const resolved = resolveOptions(command.opts(), env)
  if ('options' in resolved) return serve(resolved.options, systemTerminal)
  for (const mistake of resolved.mistakes) systemTerminal.complain(mistake)
  return 2
}
