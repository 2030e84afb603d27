import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'

/** A call in a network of its own, with the rules that are shipped loaded there or not. Needs root, and Linux. */

const RULES = fileURLToPath(new URL('../../../deploy/nftables-dscp.nft', import.meta.url))
const INSIDE = fileURLToPath(new URL('./dscp/inside.ts', import.meta.url))
const EF = 46
const CS3 = 24

interface Mark {
  readonly dscp: number
  readonly from: number
}

async function marksWith(...rules: string[]) {
  const words = ['--net', process.execPath, '--import', 'tsx', INSIDE, ...rules]
  const { stdout } = await promisify(execFile)('unshare', words)
  const marks = JSON.parse(stdout) as Mark[]
  const of = (isMeant: (port: number) => boolean) => [
    ...new Set(marks.filter(({ from }) => isMeant(from)).map(({ dscp }) => dscp)),
  ]
  return {
    sip: of((port) => port === 5_062),
    audio: of((port) => port >= 16_384 && port <= 32_767),
    theirs: of((port) => port === 5_090 || port >= 40_000),
  }
}

const mayHaveNetwork = spawnSync('unshare', ['--net', 'true']).status === 0
const canTry = mayHaveNetwork && has('nft') && has('tcpdump') && has('ip')

describe.skipIf(!canTry)('what the telephone sends', () => {
  it('bears the marks of SIP and of audio where the rules are loaded, and nothing else does', async () => {
    expect(await marksWith(RULES)).toEqual({ sip: [CS3], audio: [EF], theirs: [0] })
  }, 60_000)

  it('bears none where they are not', async () => {
    expect(await marksWith()).toEqual({ sip: [0], audio: [0], theirs: [0] })
  }, 60_000)
})
