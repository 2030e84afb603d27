import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { Settings } from '../../actions/settings.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Html, html } from '../answers/html.ts'
import { PAPER } from './paper.ts'
import { alarms, attempts, byHand, facts, finishedDays, head, log } from './sections.ts'
import { momentWords } from './words.ts'

/** Who prints it, and when. */
export interface Printing {
  readonly by: string
  readonly at: Instant
  readonly settings: Settings
}

/** The page loads nothing and runs no script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A dossier as one page to be printed. */
export function dossierPage(dossier: Dossier, { by, at, settings }: Printing): string {
  const { call } = dossier
  const zone = settings.zoneOf(call.tenant)
  const { name } = settings.current().site
  const sections = [
    head(dossier, name, zone),
    facts(dossier, zone),
    attempts(dossier, zone),
    byHand(dossier, zone),
    alarms(dossier, zone),
    finishedDays(dossier, zone),
    log(dossier, zone),
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width" />
        <title>Wakeup call, room ${call.room}, ${momentWords(call.scheduledAt, zone)}</title>
        <style>
          ${new Html(PAPER)}
        </style>
      </head>
      <body>
        ${sections}
        <footer>
          <p>
            All times are the hotel’s (${zone}). Every row of the log is sealed: its hash is made of the row
            itself and of the hash before it. The command “doctor” follows the seals from the first to the
            last and names the first row that was changed, removed or put in by hand.
          </p>
          <p>Call ${call.id}. Printed ${momentWords(at, zone)} for ${by}.</p>
        </footer>
      </body>
    </html> `.text
}
