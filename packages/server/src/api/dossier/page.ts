import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { Settings } from '../../actions/settings.ts'
import type { WrittenLanguage } from '../../hotel/settings/written-language.ts'
import type { Instant } from '../../kernel/clock.ts'
import { html } from '../answers/html.ts'
import { outageBox, paperPage } from '../answers/paper.ts'
import { alarms, alterations, attempts, byHand, facts, finishedDays, head, log } from './sections.ts'
import { DOSSIER_WORDS } from './languages.ts'

/** Who prints it, and when. */
export interface PrintedDossier {
  readonly by: string
  readonly at: Instant
  readonly settings: Settings
  readonly unwrittenSince: Instant | null
  readonly language: WrittenLanguage
}

/** A dossier as one page to be printed. */
export function dossierPage(dossier: Dossier, printing: PrintedDossier): string {
  const { by, at, settings, unwrittenSince, language } = printing
  const { call } = dossier
  const zone = settings.zoneOf(call.tenant)
  const { name } = settings.current().site
  const words = DOSSIER_WORDS[language]
  const sections = [alterations, facts, attempts, byHand, alarms, finishedDays, log]
  return paperPage({
    title: words.title(call.room, words.moment(call.scheduledAt, zone)),
    language,
    pageOf: words.pageOf,
    content: [
      head(dossier, name, zone, words),
      outageBox(unwrittenSince, zone, words),
      ...sections.map((section) => section(dossier, zone, words)),
      html`<footer>
        <p>${words.seals(zone)}</p>
        <p>${words.printed(call.id, words.moment(at, zone), by)}</p>
      </footer>`,
    ],
  })
}
