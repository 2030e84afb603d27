import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './process.ts'

/** A block of a page that stands between fences, with the heading it stands under. */
export interface Block {
  readonly language: string
  readonly text: string
  readonly under: string
}

const FENCED = /^## (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm

/** The blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  let under = ''
  const blocks: Block[] = []
  for (const [, heading, language = '', text] of readFileSync(path.join(ROOT, page), 'utf8').matchAll(
    FENCED,
  )) {
    under = heading ?? under
    if (text !== undefined) blocks.push({ language, text: text.trimEnd(), under })
  }
  return blocks
}

/** What a command of a page is followed by: what it prints. */
export const printedAfter = (blocks: readonly Block[], at: number) => {
  const next = blocks[at + 1]
  return next?.language === 'text' ? next.text : null
}

/** What a page says is printed, with `…` for what it leaves out. */
export const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(String.raw`[\s\S]*?`)}$`,
  )

/** Shells of people who paste, as they start on a machine without settings. */
export const SHELLS = { bash: ['bash', '--noprofile', '--norc', '-i'], zsh: ['zsh', '-f', '-i'] } as const

/** A folder where curl finds a server at the address that the pages name, wherever it listens. */
export function homeWith(folder: string, address: string): Readonly<Record<string, string>> {
  const { host } = new URL(address)
  writeFileSync(path.join(folder, '.curlrc'), `connect-to = "127.0.0.1:8080:${host}"\n`)
  return { HOME: folder, CURL_HOME: folder }
}

const MARK = '@@pasted@@'

/**
 * Pastes blocks one after the other, line by line as a terminal does, and tells what each has printed. Lines in `typed`
 * are typed after the block that stands in the same place.
 */
export async function paste(
  shell: readonly string[],
  blocks: readonly string[],
  {
    env,
    cwd,
    typed = {},
  }: { env: Readonly<Record<string, string>>; cwd: string; typed?: Record<number, string> },
): Promise<readonly string[]> {
  const [program = '', ...words] = shell
  const child = spawn(program, words, { env: { ...process.env, PS1: '', PS2: '', ...env }, cwd })
  let [output, complaints] = ['', '']
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (complaints += String(data)))
  for (const [at, block] of blocks.entries()) {
    child.stdin.write(`${block}\n`)
    const line = typed[at]
    if (line !== undefined) child.stdin.write(`${line}\n`)
    child.stdin.write(`echo ${MARK}\n`)
  }
  child.stdin.end('exit\n')
  await once(child, 'close')
  const printed = output
    .replaceAll('\r\n', '\n')
    .split(MARK)
    .map((text) => text.trim())
  if (printed.length <= blocks.length) throw new Error(`The shell ended early: ${complaints}`)
  return printed.slice(0, blocks.length)
}

/** A checkout where nothing but links to the real one lies, so that a command leaves its files there and not here. */
export function checkout(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'scripts', 'packages', 'node_modules', 'docs', '.ci'])
    symlinkSync(path.join(ROOT, name), path.join(folder, name))
  return folder
}
