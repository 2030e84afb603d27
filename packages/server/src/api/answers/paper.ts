import type { Settings } from '../../actions/settings.ts'
import { type WrittenLanguage, writtenIn } from '../../hotel/settings/written-language.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Answer } from './answer.ts'
import { Html, html } from './html.ts'
import { PAPER_POLICY } from './page-policy.ts'

/** What a page to be printed needs to know beside its content. */
export interface Printing {
  readonly settings: Settings
  readonly clock: Clock
  readonly outage: { readonly since: Instant | null }
}

/** The language that was asked for, else the site's. */
export const languageOf = (asked: WrittenLanguage | undefined, settings: Settings): WrittenLanguage =>
  asked ?? writtenIn(settings.current().site.language)

/** How a printed page looks, on a screen and on A4; in black and white as well, for that is how it is printed. */
const PAPER = `
:root { color-scheme: light; --ink: #1b1f24; --soft: #5b6470; --line: #d5dae0; --good: #1d7a46; --bad: #b3261e; --calm: #4a5a70 }
* { box-sizing: border-box }
html { background: #e9ecef }
body { margin: 0 auto; padding: 14mm 16mm; max-width: 210mm; background: #fff; color: var(--ink);
  font: 10.5pt/1.45 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 8mm; padding-bottom: 5mm; border-bottom: 1.6pt solid var(--ink) }
header p { margin: 0 }
.house { font-size: 9.5pt; color: var(--soft); letter-spacing: .02em }
h1 { margin: 1mm 0 0; font-size: 24pt; line-height: 1.1; font-weight: 600; letter-spacing: -.01em }
.when { margin-top: 1.5mm; font-size: 12pt }
.when b { font-weight: 600 }
.verdict { flex: 0 1 auto; max-width: 76mm; padding: 2.5mm 4mm; border: 1.2pt solid currentColor; border-radius: 2mm; font-size: 12pt; font-weight: 600; text-align: center; color: var(--calm) }
.verdict.good { color: var(--good) }
.verdict.bad { color: var(--bad) }
.verdict small { display: block; margin-top: .5mm; font-size: 8.5pt; font-weight: 400; color: var(--soft) }
h2 { margin: 7mm 0 2mm; font-size: 12.5pt; font-weight: 600; break-after: avoid }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 4mm 0 0 }
dt { color: var(--soft) }
dd { margin: 0 }
section { break-inside: auto }
dl, h3, p, li { break-inside: avoid }
.altered { margin-top: 5mm; padding: 0 4mm 2mm; border: 1.2pt solid var(--bad); border-radius: 2mm; color: var(--bad) }
.altered ul { margin: 0; padding-left: 5mm }
.attempt { margin: 0 0 3mm; padding: 2.5mm 4mm 2mm; border: .6pt solid var(--line); border-left: 2.4pt solid var(--calm); border-radius: 1mm; break-inside: avoid }
.attempt.good { border-left-color: var(--good) }
.attempt.bad { border-left-color: var(--bad) }
.attempt h3 { display: flex; justify-content: space-between; gap: 6mm; margin: 0 0 1.5mm; font-size: 10.5pt; font-weight: 600 }
.attempt h3 span { font-weight: 400; color: var(--soft); text-align: right }
table { width: 100%; border-collapse: collapse }
thead { display: table-header-group }
tr { break-inside: avoid }
/* A row of the log and its seal. */
.log tbody { break-inside: avoid }
th { padding: 0 3mm 1mm 0; border-bottom: .8pt solid var(--ink); text-align: left; font-size: 8.5pt; font-weight: 600; color: var(--soft) }
td { padding: 1mm 3mm 1mm 0; border-bottom: .5pt solid var(--line); vertical-align: top }
tr:last-child td { border-bottom: 0 }
.attempt td { padding: .4mm 3mm .4mm 0; border: 0 }
.figure { font-variant-numeric: tabular-nums; white-space: nowrap }
.attempt .figure { width: 22mm; text-align: right; color: var(--soft); padding-right: 5mm }
.log td { font-size: 9pt; border-bottom: 0; padding-bottom: 0 }
.log .seal td { padding: 0 0 1mm; border-bottom: .5pt solid var(--line); font: 7pt/1.4 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; color: var(--soft); overflow-wrap: anywhere }
.soft { color: var(--soft) }
footer { margin-top: 8mm; padding-top: 3mm; border-top: .6pt solid var(--line); font-size: 8.5pt; color: var(--soft) }
footer p { margin: 0 0 1.5mm }
@page { size: A4; margin: 14mm 16mm }
@media screen and (max-width: 640px) {
  body { padding: 6mm 4mm }
  header { flex-direction: column; gap: 3mm }
  .verdict { align-self: stretch; max-width: none }
  dl { grid-template-columns: 1fr; gap: 0 }
  dd { margin-bottom: 1.5mm }
  .attempt { padding: 2mm }
  .attempt h3 { flex-direction: column; gap: 0 }
  .attempt h3 span { text-align: left }
  .attempt .figure { width: 17mm; padding-right: 2mm }
  .figure { white-space: normal }
  th, td { padding-right: 2mm; overflow-wrap: anywhere }
}
@media print { html { background: none } body { padding: 0; max-width: none } }
`

const numbered = ([page, of]: Page['pageOf']) =>
  `@page { @bottom-right { content: '${page} ' counter(page) ' ${of} ' counter(pages); font-size: 8.5pt; color: #5b6470 } }`

/** Also in the page itself, for whoever keeps it as a file; who may frame it is for the header alone to say. */
const POLICY = PAPER_POLICY.replace(/; frame-ancestors .*$/, '')

/** A page as it is answered. */
export const printed = (text: string): Extract<Answer, { kind: 'text' }> => ({
  kind: 'text',
  type: 'text/html; charset=utf-8',
  text,
  policy: PAPER_POLICY,
})

interface Page {
  readonly title: string
  readonly language: WrittenLanguage
  /** `Page 1 of 2`, at the foot of each sheet. */
  readonly pageOf: readonly [page: string, of: string]
  /** Besides the look that all pages share. */
  readonly style?: string
  readonly content: readonly (Html | null)[]
}

/** One page to be printed. */
export const paperPage = ({ title, language, pageOf, style = '', content }: Page): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${new Html(PAPER + numbered(pageOf) + style)}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html> `.text

/** While nothing can be written, a page does not know what has happened since, and must say so. */
export const outageBox = (since: Instant | null, zone: Zone, words: OutageWords): Html | null =>
  since === null
    ? null
    : html`<section class="altered">
        <h2>${words.notUpToDate}</h2>
        <p>${words.unwritten(formatInstant(since, zone).slice(11, 16))}</p>
      </section>`

interface OutageWords {
  readonly notUpToDate: string
  unwritten(since: string): string
}
