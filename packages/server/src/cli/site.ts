import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { machineZone } from '../config/environment.ts'
import type { ServeOptions } from '../config/options.ts'
import { formatMistake, parseSiteFile } from '../config/site/parse-site-file.ts'
import { sitePlanOf } from '../config/site/site-file-to-plan.ts'
import { longNumbers } from '../hotel/property/long-numbers.ts'
import type { SitePlan } from '../hotel/site/site-plan.ts'

export interface SiteToApply {
  readonly plan: SitePlan
  /** Tells whether the file has changed since it was last applied. */
  readonly digest: string
  /** Possible mistakes: it is applied all the same. */
  readonly doubts: readonly string[]
}

/** Reads the site file, if one is named, or tells every mistake in it at once. */
export function readSite({
  site: file,
}: Pick<ServeOptions, 'site'>): SiteToApply | null | { readonly mistakes: readonly string[] } {
  if (file === null) return null
  const text = readFileSync(file, 'utf8')
  const parsed = parseSiteFile(text, machineZone())
  if ('mistakes' in parsed)
    return { mistakes: parsed.mistakes.map((mistake) => `${file}, ${formatMistake(mistake)}`) }
  const plan = sitePlanOf(parsed.site)
  return { plan, digest: digestOf(text), doubts: doubtsAbout(plan).map((doubt) => `${file}: ${doubt}`) }
}

function doubtsAbout(plan: SitePlan): readonly string[] {
  const rooms = typeof plan.rooms === 'object' ? plan.rooms : []
  return longNumbers([...rooms, ...plan.mailboxes], plan.destinations)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
