/** Where a command writes: results to standard output, problems to standard error. */
export interface Terminal {
  print(text: string): void
  complain(text: string): void
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

export const systemTerminal: Terminal = {
  print,
  complain: (text) => void process.stderr.write(`${text}\n`),
}

/** Of a server: its log is on standard error, one JSON object a line, and no sentence may come in between. */
export const serverTerminal: Terminal = { print, complain: print }
