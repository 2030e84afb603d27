import { needed } from './install-peers.ts'
import type { Bench } from './report.ts'
import { type AudioSizes, measureAudio } from './sip/audio.ts'
import { type CallsSizes, measureCalls } from './sip/calls.ts'
import type { Findings } from './sip/findings.ts'
import { type HeapSizes, measureHeap } from './sip/heap.ts'
import { buildPrograms } from './sip/program.ts'

interface Sizes {
  readonly calls: CallsSizes
  readonly audio: AudioSizes
  readonly heap: HeapSizes
}

const WHOLE: Sizes = {
  calls: { rounds: 5, seconds: 5 },
  audio: { calls: 200, seconds: 30 },
  heap: { T1: 100, first: 1_000, more: 10_000 },
}
const QUICK: Sizes = {
  calls: { rounds: 3, seconds: 2 },
  audio: { calls: 200, seconds: 8 },
  heap: { T1: 100, first: 500, more: 2_000 },
}
const SMOKE: Sizes = {
  calls: { rounds: 1, seconds: 1 },
  // tcpdump is given the packets of a quiet second late.
  audio: { calls: 5, seconds: 2 },
  heap: { T1: 10, first: 20, more: 20 },
}

const PARTS = {
  calls: ({ calls }) => measureCalls(calls),
  audio: ({ audio }) => measureAudio(audio),
  heap: ({ heap }) => measureHeap(heap),
} satisfies Record<string, (sizes: Sizes) => Promise<Findings>>
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[]

export const bench: Bench = {
  about: 'the user agent of packages/sip beside sipp and baresip (words: calls, audio, heap, --quick)',
  smoke: ['--smoke'],
  needs: needed('sipp', 'baresip', 'tcpdump'),
  async run(words) {
    const named = NAMES.filter((name) => words.includes(name))
    await buildPrograms()
    const sizes = words.includes('--smoke') ? SMOKE : words.includes('--quick') ? QUICK : WHOLE
    const found: Findings[] = []
    for (const name of named.length > 0 ? named : NAMES) {
      console.log(`measuring ${name} ...`)
      found.push(await PARTS[name](sizes))
    }
    return {
      counted: found.map(({ counted }) => counted).join('\n'),
      notes: found.flatMap(({ notes }) => notes),
      tables: found.flatMap(({ tables }) => tables),
      checks: found.flatMap(({ checks }) => checks),
    }
  },
}
