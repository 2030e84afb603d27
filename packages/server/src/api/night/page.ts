import type { NightList, NightOfTenant } from '../../actions/wakeups/night-list.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { type Html, html } from '../answers/html.ts'
import { outageBox, paperPage } from '../answers/paper.ts'
import { momentWords } from '../dossier/words.ts'
import { byRoom, byTime } from './tables.ts'

/** For whom it is printed, and when, by the clocks of the one who prints. */
interface NightPrinting {
  readonly house: string
  readonly by: string
  readonly at: Instant
  readonly zone: Zone
  readonly unwrittenSince: Instant | null
}

const STYLE = `
h2 small { font-weight: 400; font-size: 9.5pt; color: var(--soft) }
.box { width: 6mm; font-size: 13pt; line-height: 1 }
.notes { width: 38mm }
th { white-space: nowrap; vertical-align: bottom }
tbody td { padding-top: 1.6mm; padding-bottom: 1.6mm; vertical-align: baseline }
tbody th { padding-top: 3mm; font-size: 9.5pt; color: var(--ink) }
td b { font-weight: 600 }
.rooms { columns: 3; column-gap: 8mm; margin: 2mm 0 0; padding: 0; list-style: none; font-size: 9.5pt }
.rooms li { break-inside: avoid; padding: .4mm 0; border-bottom: .5pt solid var(--line) }
.time { font-size: 12pt; font-weight: 600 }
@page { @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font-size: 8.5pt; color: #5b6470 } }
`

/** The list of the night, for a desk that rings by hand, or would have to. */
export function nightListPage(list: NightList, printing: NightPrinting): string {
  const { house, by, at, zone, unwrittenSince } = printing
  // Where there are several, the rooms of no tenant are told apart too.
  const own = list.tenants.length > 1 ? house : null
  return paperPage({
    title: `Wakeup calls, ${house}, ${momentWords(at, zone)}`,
    style: STYLE,
    content: [
      head(list, printing),
      outageBox(unwrittenSince, zone),
      ...list.tenants.map((tenant) => section(tenant, own)),
      list.tenants.length === 0 ? html`<p>No calls are pending.</p>` : null,
      list.isCut ? html`<p><b>There are more calls than these: print a shorter span.</b></p>` : null,
      html`<footer>
        <p>
          Printed ${momentWords(at, zone)} for ${by}. What was asked for or taken back since then is not on
          this list.
        </p>
      </footer>`,
    ],
  })
}

function head({ from, before, tenants }: NightList, { house, zone }: NightPrinting): Html {
  const count = tenants.reduce((sum, { calls }) => sum + calls.length, 0)
  const since = from === null ? 'Pending' : `From ${momentWords(from, zone)}`
  return html`<header>
    <div>
      <p class="house">${house}</p>
      <h1>Wakeup calls</h1>
      <p class="when">${since} until ${momentWords(before, zone)}</p>
    </div>
    <p class="verdict">${count === 1 ? '1 call' : `${count} calls`}</p>
  </header>`
}

function section({ name, ...tenant }: NightOfTenant, house: string | null): Html {
  const whose = name ?? house
  const title = (how: string) => (whose === null ? `By ${how}` : `${whose}, by ${how}`)
  return html`<section>
    <h2>${title('time')} <small>${tenant.zone}</small></h2>
    ${byTime(tenant)}
    <h2>${title('room')}</h2>
    ${byRoom(tenant)}
  </section>`
}
