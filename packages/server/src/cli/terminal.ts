/** Whoever started the command: what it says goes to standard output, what is wrong to standard error. */
export interface Terminal {
  print(text: string): void
  complain(text: string): void
}

export const systemTerminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}
