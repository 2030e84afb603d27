import { seededChance } from '../packages/server/testing/chance.ts'
import { buildProduct } from './build-product.ts'
import { measureBargeIn } from './menus/barge-in.ts'
import { measureDesk } from './menus/desk.ts'
import { measureEntries } from './menus/entries.ts'
import { measureHandset } from './menus/handset.ts'
import { measureHangUps } from './menus/hang-ups.ts'
import { measureKills } from './menus/kill.ts'
import { measureMany } from './menus/many.ts'
import type { Part, PartOptions } from './menus/part.ts'
import { measureRush } from './menus/rush.ts'
import { measureStrangers } from './menus/strangers.ts'
import type { Bench, Report } from './report.ts'

const PARTS: Readonly<Record<string, (options: PartOptions) => Promise<Part>>> = {
  entries: measureEntries,
  'barge-in': measureBargeIn,
  handset: measureHandset,
  kill: measureKills,
  'hang-ups': measureHangUps,
  desk: measureDesk,
  strangers: measureStrangers,
  rush: measureRush,
  many: measureMany,
}

export const bench: Bench = {
  about: `the menus on the telephone, by phones of bare datagrams (words: --quick, seed=N, and parts: ${Object.keys(PARTS).join(', ')})`,
  smoke: ['desk', '--smoke'],
  async run(words) {
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 1_000_000)
    const options = {
      isQuick: words.includes('--quick'),
      isSmoke: words.includes('--smoke'),
      chance: seededChance(seed),
    }
    const named = Object.entries(PARTS).filter(([name]) => words.includes(name))
    await buildProduct()
    const parts: Part[] = []
    for (const [name, measure] of named.length > 0 ? named : Object.entries(PARTS)) {
      console.log(name)
      parts.push(await measure(options))
    }
    return reportOf(parts, seed)
  },
}

function reportOf(parts: readonly Part[], seed: number): Report {
  return {
    counted: parts.map(({ counted }) => counted).join('. '),
    notes: [`seed ${seed}`, 'the hotel and all phones share the machine'],
    tables: parts.flatMap(({ tables }) => tables),
    checks: parts.flatMap(({ checks }) => checks),
  }
}
