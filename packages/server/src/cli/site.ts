import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SiteFile } from '@reveille/contract'
import type { ServeOptions } from '../config/options.ts'
import { formatMistake, parseSiteFile } from '../config/site/parse-site-file.ts'
import { sitePlanOf } from '../config/site/site-file-to-plan.ts'
import { longNumbers } from '../hotel/property/long-numbers.ts'
import type { SitePlan } from '../hotel/site/site-plan.ts'
import type { Terminal } from './terminal.ts'

export interface SiteToApply {
  readonly plan: SitePlan
  /** Tells whether the file has changed since it was last applied. */
  readonly digest: string
}

/** Reads the site file, if one is named; every mistake in it is told at once, and then nothing is started. */
export function readSite(
  { site: file }: Pick<ServeOptions, 'site'>,
  terminal: Terminal,
): SiteToApply | null | 'wrong' {
  if (file === null) return null
  const text = readFileSync(file, 'utf8')
  const parsed = parseSiteFile(text)
  if ('site' in parsed) return { plan: planOf(parsed.site, file, terminal), digest: digestOf(text) }
  for (const mistake of parsed.mistakes) terminal.complain(`${file}, ${formatMistake(mistake)}`)
  terminal.complain(
    `${file} has ${parsed.mistakes.length} ${parsed.mistakes.length === 1 ? 'mistake' : 'mistakes'}; nothing was started`,
  )
  return 'wrong'
}

/** Possible mistakes are only warnings: the server starts all the same. */
function planOf(site: SiteFile, file: string, terminal: Terminal): SitePlan {
  const plan = sitePlanOf(site)
  const rooms = typeof plan.rooms === 'object' ? plan.rooms : []
  for (const doubt of longNumbers([...rooms, ...plan.mailboxes], plan.destinations))
    terminal.complain(`WARNING: ${file}: ${doubt}`)
  return plan
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
