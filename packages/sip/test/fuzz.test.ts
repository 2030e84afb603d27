import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const FUZZ = fileURLToPath(new URL('fuzz.ts', import.meta.url))

/** In a process of its own, where nothing else takes memory. `npm run bench -- fuzz` bends a million. */
it('three thousand bent messages and packets are withstood, none takes long, and nothing of them is kept', async () => {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', FUZZ, '3000', '1'])
  // Rejects, with what was said, where it ends with anything but 0.
  const { stdout } = await run
  expect(stdout).toContain('3000 inputs')
  expect(stdout).toMatch(/Memory grew by -?\d+\.\d MB/)
}, 300_000)
