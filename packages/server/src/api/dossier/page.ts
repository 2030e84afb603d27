import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { Settings } from '../../actions/settings.ts'
import type { Instant } from '../../kernel/clock.ts'
import { html } from '../answers/html.ts'
import { outageBox, paperPage } from '../answers/paper.ts'
import { alarms, alterations, attempts, byHand, facts, finishedDays, head, log } from './sections.ts'
import { momentWords } from './words.ts'

/** Who prints it, and when. */
export interface PrintedDossier {
  readonly by: string
  readonly at: Instant
  readonly settings: Settings
  readonly unwrittenSince: Instant | null
}

/** A dossier as one page to be printed. */
export function dossierPage(dossier: Dossier, { by, at, settings, unwrittenSince }: PrintedDossier): string {
  const { call } = dossier
  const zone = settings.zoneOf(call.tenant)
  const { name } = settings.current().site
  const sections = [
    head(dossier, name, zone),
    outageBox(unwrittenSince, zone),
    alterations(dossier, zone),
    facts(dossier, zone),
    attempts(dossier, zone),
    byHand(dossier, zone),
    alarms(dossier, zone),
    finishedDays(dossier, zone),
    log(dossier, zone),
  ]
  return paperPage({
    title: `Wakeup call, room ${call.room}, ${momentWords(call.scheduledAt, zone)}`,
    content: [
      ...sections,
      html`<footer>
        <p>
          All times are the hotel’s (${zone}). Every row of the log is sealed: its hash is made of the row
          itself and of the hash before it. The command “doctor” follows the seals from the first to the last
          and names the first row that was changed, removed or put in by hand.
        </p>
        <p>Call ${call.id}. Printed ${momentWords(at, zone)} for ${by}.</p>
      </footer>`,
    ],
  })
}
