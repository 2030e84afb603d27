/** Where a command writes: results to standard output, problems to standard error. */
export interface Terminal {
  print(text: string): void
  complain(text: string): void
}

export const systemTerminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}
