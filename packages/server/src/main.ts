import { setFlagsFromString } from 'node:v8'
import { runCommand } from './cli/command.ts'

// The young part of the heap is cleared in a millisecond or two. Several threads take longer for it, as they wait for
// each other while the database keeps the processors busy: a list of 20 calls takes a tenth less time with one.
setFlagsFromString('--no-parallel-scavenge')

/** The process: everything it does begins with a command; serving is the one that needs no name. */
process.exit(await runCommand(process.argv.slice(2)))
