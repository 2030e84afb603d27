import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-')), 'data')
})

afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true }))

/** Another process that holds the folder until it is killed. */
async function otherHolder() {
  const code = `
    import { lockFolder } from ${JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)}
    lockFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    process.stdin.resume()`
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  await once(other.stdout, 'data')
  return other
}

test('a missing folder is made for its owner alone, and can be taken again after it was given back', () => {
  lockFolder(folder).release()
  lockFolder(folder).release()

  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

test('a second taker in the same process is refused', () => {
  const lock = lockFolder(folder)

  expect(() => lockFolder(folder)).toThrow(`Another Reveille is using ${folder} (process ${process.pid})`)
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'store.in-use' }))
  lock.release()
})

test('another process keeps its folder until it is killed, and then no longer', async () => {
  const other = await otherHolder()
  const refused = `Another Reveille is using ${folder} (process ${other.pid})`
  expect(() => lockFolder(folder)).toThrow(refused)
  expect(() => lockFolder(folder)).toThrow(refused)

  other.kill('SIGKILL')
  await once(other, 'exit')
  lockFolder(folder).release()
})

test('a place where no folder can be is refused as a matter of configuration', () => {
  const file = path.join(path.dirname(folder), 'file')
  fs.writeFileSync(file, '')

  expect(() => lockFolder(path.join(file, 'data'))).toThrow(
    expect.objectContaining({ code: 'config.invalid' }),
  )
})
