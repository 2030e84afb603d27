import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Hotel, openHotel } from './hotel.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
const LINTER = require.resolve('@redocly/cli/bin/cli.js')
const RULES = path.join(ROOT, 'redocly.yaml')

interface Finding {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

let hotel: Hotel
let folder: string
beforeAll(async () => {
  hotel = await openHotel()
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-lint-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await hotel.close()
})

/** What redocly's linter finds, one line each. It is told to stay off the network, and to look for no newer self. */
function findingsIn(document: object): Promise<string[]> {
  const file = path.join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const env = { PATH: process.env['PATH'], HOME: folder, CI: 'true', REDOCLY_TELEMETRY: 'off' }
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [LINTER, 'lint', file, '--config', RULES, '--format', 'json', '--max-problems', '1000'],
      { env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (!stdout.startsWith('{')) return reject(error ?? new Error(stderr))
        const { problems } = JSON.parse(stdout) as { problems: Finding[] }
        resolve(
          problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
        )
      },
    ),
  )
}

it("redocly's linter finds nothing to say about the document", async () => {
  const { json } = await hotel.request(null, 'GET', '/openapi.json')
  expect(await findingsIn(json)).toEqual([])
})

it('and would say so if there were', async () => {
  const { json } = await hotel.request(null, 'GET', '/openapi.json')
  delete json.servers
  delete json.paths['/rest/wakeup'].post.operationId
  json.paths['/rest/isi/charge'].post.requestBody.content['application/json'].example = { quantity: 'many' }
  const rules = (await findingsIn(json)).map((finding) => String(finding.split(' ')[0]))
  expect([...new Set(rules)].toSorted()).toEqual([
    'no-empty-servers',
    'no-invalid-media-type-examples',
    'operation-operationId',
  ])
})
