import { has, type Program, PROGRAMS } from '../peers/programs.ts'
import type { Bench, Check } from './report.ts'
import { measureAudio } from './sip/audio.ts'
import { measureCalls } from './sip/calls.ts'
import type { Findings } from './sip/findings.ts'
import { measureHeap } from './sip/heap.ts'
import { buildPrograms } from './sip/program.ts'

interface Part {
  readonly needs: readonly Program[]
  measure(quick: boolean): Promise<Findings>
}

const PARTS = {
  calls: {
    needs: ['sipp'],
    measure: (quick) => measureCalls(quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 5 }),
  },
  audio: {
    needs: ['sipp', 'baresip', 'tcpdump'],
    measure: (quick) => measureAudio({ calls: 200, seconds: quick ? 8 : 30 }),
  },
  heap: {
    needs: ['sipp'],
    measure: (quick) => measureHeap(quick ? { first: 500, more: 2_000 } : { first: 1_000, more: 10_000 }),
  },
} satisfies Record<string, Part>
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[]

export const bench: Bench = {
  about: 'the user agent of packages/sip beside sipp and baresip (words: calls, audio, heap, --quick)',
  async run(words) {
    const named = NAMES.filter((name) => words.includes(name))
    await buildPrograms()
    const found: Findings[] = []
    for (const name of named.length > 0 ? named : NAMES)
      found.push(await measure(name, PARTS[name], words.includes('--quick')))
    return {
      counted: found.map(({ counted }) => counted).join('\n'),
      notes: found.flatMap(({ notes }) => notes),
      tables: found.flatMap(({ tables }) => tables),
      checks: found.flatMap(({ checks }) => checks),
    }
  },
}

async function measure(name: string, part: Part, quick: boolean): Promise<Findings> {
  const missing = part.needs.filter((program) => !has(program))
  if (missing.length > 0) return notMeasured(name, missing)
  console.log(`measuring ${name} ...`)
  return part.measure(quick)
}

/** What was not measured is not met. */
function notMeasured(name: string, missing: readonly Program[]): Findings {
  const programs = missing.map((program) => `${program} (Debian package ${PROGRAMS[program]})`).join(', ')
  const check: Check = {
    what: `${name}: programs to measure it with`,
    required: 'installed',
    measured: `missing: ${programs}`,
    passed: false,
  }
  return { counted: `${name}: nothing, because a program is missing`, notes: [], tables: [], checks: [check] }
}
