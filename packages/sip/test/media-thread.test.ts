import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const mediaFolder = fileURLToPath(new URL('../src/media/', import.meta.url))
const run = promisify(execFile)
const TOO_LONG_MS = 100_000
let folder = ''

/** A program that opens a stream, sends to itself and ends by itself. */
const program = (media: string) => `
  import { openMedia } from ${JSON.stringify(media)}
  const media = await openMedia({ host: '127.0.0.1', ports: { low: 19_000, high: 19_999 } })
  const stream = await media.createStream()
  const heard = new Promise((resolve) => stream.on('firstPacket', resolve))
  stream.retarget({
    codec: 'PCMU', payloadType: 0, remote: { host: '127.0.0.1', port: stream.localPort },
    eventType: 101, direction: 'sendrecv', ptime: 20,
  })
  await heard
  const report = await stream.stop()
  await media.close()
  process.stdout.write(report.received > 0 ? 'heard' : 'nothing')
`

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'media-'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rm(folder, { recursive: true }))

describe('the media thread', () => {
  it('starts from the bundle, where its own bundle lies beside', async () => {
    await build({
      stdin: { contents: program('./media.ts'), resolveDir: mediaFolder, loader: 'ts' },
      entryPoints: [path.join(mediaFolder, 'media-worker.ts')],
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
    const { stdout } = await run(process.execPath, [path.join(folder, 'stdin.js')], { timeout: TOO_LONG_MS })
    expect(stdout).toBe('heard')
  })

  it('starts from source', async () => {
    const file = path.join(folder, 'source.ts')
    await writeFile(file, program(pathToFileURL(path.join(mediaFolder, 'media.ts')).href))
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      timeout: TOO_LONG_MS,
    })
    expect(stdout).toBe('heard')
  })
})
