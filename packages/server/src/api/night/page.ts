import type { NightList, NightOfTenant } from '../../actions/wakeups/night-list.ts'
import type { WrittenLanguage } from '../../hotel/settings/written-language.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { type Html, html } from '../answers/html.ts'
import { outageBox, paperPage } from '../answers/paper.ts'
import { byRoom, byTime } from './tables.ts'
import { NIGHT_WORDS, type NightWords } from './words.ts'

/** For whom it is printed, and when, by the clocks of the one who prints. */
interface NightPrinting {
  readonly house: string
  readonly by: string
  readonly at: Instant
  readonly zone: Zone
  readonly unwrittenSince: Instant | null
  readonly language: WrittenLanguage
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
@media screen and (max-width: 640px) { .rooms { columns: 1 } .notes { width: auto } }
`

/** The list of the night, for a desk that rings by hand, or would have to. */
export function nightListPage(list: NightList, printing: NightPrinting): string {
  const { house, at, zone, unwrittenSince, language } = printing
  const words = NIGHT_WORDS[language]
  // Where there are several, the rooms of no tenant are told apart too.
  const own = list.tenants.length > 1 ? house : null
  return paperPage({
    title: `${words.title}, ${house}, ${words.moment(at, zone)}`,
    language,
    pageOf: words.pageOf,
    style: STYLE,
    content: [
      head(list, printing, words),
      outageBox(unwrittenSince, zone, words),
      ...list.tenants.map((tenant) => section(tenant, own, words)),
      list.tenants.length === 0 ? html`<p>${words.none}</p>` : null,
      list.isCut ? html`<p><b>${words.cut}</b></p>` : null,
    ],
  })
}

function head({ span, tenants }: NightList, { house, by, at, zone }: NightPrinting, words: NightWords): Html {
  const count = tenants.reduce((sum, { calls }) => sum + calls.length, 0)
  return html`<header>
    <div>
      <p class="house">${house}</p>
      <h1>${words.title}</h1>
      <p class="when">${spanWords(span, zone, words)}</p>
      <p class="soft">${words.printed(words.moment(at, zone), by)}</p>
    </div>
    <p class="verdict">${words.calls(count)}</p>
  </header>`
}

function spanWords(span: NightList['span'], zone: Zone, words: NightWords): string {
  if (span === null) return words.chosen
  const since = span.from === null ? null : words.moment(span.from, zone)
  return words.span(since, words.moment(span.before, zone))
}

function section({ name, ...tenant }: NightOfTenant, house: string | null, words: NightWords): Html {
  const whose = name ?? house
  const title = (how: string) => (whose === null ? how : words.whose(whose, how))
  return html`<section>
    <h2>${title(words.byTime)} <small>${tenant.zone}</small></h2>
    ${byTime(tenant, words)}
    <h2>${title(words.byRoom)}</h2>
    ${byRoom(tenant)}
  </section>`
}
