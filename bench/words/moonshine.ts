import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withSilence } from './recogniser.ts'

/** MIT, its English weights too, which lie in the package itself: nothing else is fetched. */
const MODEL = '@moonshine-ai/moonshine-js@0.1.29'
const RUNTIME = ['onnxruntime-node@1.30.0', 'llama-tokenizer-js@1.2.2']

const LISTENER = fileURLToPath(new URL('listener.mjs', import.meta.url))

/** The packages of the recogniser, where later runs find them again: the product does not depend on them. */
const FOLDER = path.join(tmpdir(), 'reveille-moonshine-0.1.29')

export const isMoonshineThere = () => existsSync(FOLDER)

export function installMoonshine() {
  if (isMoonshineThere()) return
  process.stderr.write(`Fetching ${[MODEL, ...RUNTIME].join(', ')}\n`)
  const making = mkdtempSync(`${FOLDER}-`)
  writeFileSync(path.join(making, 'package.json'), '{"private":true}')
  const quiet: ExecFileSyncOptions = { cwd: making, stdio: ['ignore', 'ignore', 'inherit'] }
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...RUNTIME], quiet)
  execFileSync('npm', ['pack', '--loglevel=error', MODEL], quiet)
  execFileSync('tar', ['xzf', 'moonshine-ai-moonshine-js-0.1.29.tgz'], quiet)
  renameSync(making, FOLDER)
}

/** What it understands of each, all in one go: the model is read once. 16-bit samples at 16 kHz. */
export function understoodOf(sounds: readonly Int16Array[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-words-'))
  try {
    const files = sounds.map((samples, n) => {
      const file = path.join(folder, `${n}.raw`)
      writeFileSync(file, Buffer.from(withSilence(samples).buffer))
      return file
    })
    return execFileSync(process.execPath, [LISTENER, FOLDER, ...files])
      .toString()
      .split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
