import { runCommand } from './cli/command.ts'

/** The process: everything it does begins with a command; serving is the one that needs no name. */
process.exit(await runCommand(process.argv.slice(2)))
