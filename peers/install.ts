// `npm run test:peers`: installs the programs that tests talk to, where any is missing.
import { installNeeded } from './debian.ts'
import { PROGRAMS } from './programs.ts'

try {
  installNeeded(PROGRAMS)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
