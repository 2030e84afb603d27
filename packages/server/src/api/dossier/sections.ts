import type { DossierAttempt } from '@reveille/contract'
import type { AttemptStory, Dossier, DossierRow } from '../../actions/wakeups/dossier.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import type { Alteration } from '../../hotel/log/proof.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { unproven } from '../../hotel/wakeups/proof.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Html, html } from '../answers/html.ts'
import { alterationWords, attemptView } from './view.ts'
import type { DossierWords } from './dossier-words.ts'
import { shortClockWords, spanWords } from './words.ts'

/** The parts of a dossier's page; one that has nothing to tell is left out. */
type Section = (dossier: Dossier, zone: Zone, words: DossierWords) => Html | null

const section = (title: string, content: readonly (Html | null)[]) =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`

const moodOf = (outcome: Outcome | null) => (outcome === null ? '' : outcome === 'complete' ? 'good' : 'bad')

export function head(dossier: Dossier, house: string, zone: Zone, words: DossierWords): Html {
  const { call, removed } = dossier
  const isByHand = call.outcome !== null && call.machineOutcome !== call.outcome
  return html`<header>
    <div>
      <p class="house">${house} · ${words.wakeupCall}</p>
      <h1>${words.room(call.room)}</h1>
      <p class="when">
        ${words.day(call.scheduledAt, zone)}, <b>${shortClockWords(call.scheduledAt, zone)}</b>
      </p>
    </div>
    <p class="verdict ${isAltered(dossier) ? 'bad' : removed ? '' : moodOf(call.outcome)}">
      ${words.state(call, removed !== null)}
      ${isAltered(dossier) ? html`<small>${words.alteredBelow}</small>` : null}
      ${isByHand && !removed ? html`<small>${words.setBy(call.actor)}</small>` : null}
    </p>
  </header>`
}

export const alterations: Section = (dossier, zone, words) => {
  if (!isAltered(dossier)) return null
  const { alterations: all, log: rows, removedRows } = dossier
  const changed = rows.filter(({ isAltered: is }) => is).length
  return html`<section class="altered">
    <h2>${words.altered}</h2>
    <p>${words.alteredLead}</p>
    <ul>
      ${all.map((one) => html`<li>${alterationLine(one, zone, words)}</li>`)}
      ${changed === 0 ? null : html`<li>${words.changedRows(changed)}</li>`}
      ${removedRows === 0 ? null : html`<li>${words.removedRows(removedRows)}</li>`}
    </ul>
  </section>`
}

const isAltered = ({ alterations: all, log: rows, removedRows }: Dossier) =>
  all.length > 0 || removedRows > 0 || rows.some((row) => row.isAltered)

function alterationLine(one: Alteration, zone: Zone, words: DossierWords): string {
  const { of, field, shown, logged } = alterationWords(one, zone)
  return words.alteration(of, field, shown ?? words.nothing, logged ?? words.nothing)
}

export const facts: Section = (dossier, zone, words) => {
  const { call } = dossier
  const names = (dossier.guests ?? []).filter((name) => name !== '')
  const all: [string, string | null][] = [
    [words.facts.guest, names.length === 0 ? null : names.join(', ')],
    [words.facts.asked, askedWords(dossier, zone, words)],
    [words.facts.repeats, seriesWords(call, words)],
    [words.facts.announcement, words.announcement(call.prompt, call.confirm)],
    [words.facts.firstRung, rungWords(call, zone, words)],
    [words.facts.rung, call.attempts === 0 ? null : words.count(call.attempts, call.snoozes)],
    [words.facts.over, call.settledAt === null ? null : words.moment(call.settledAt, zone)],
    [words.facts.takenBack, removedWords(dossier, zone, words)],
  ]
  const shown = all.filter(([, told]) => told !== null)
  return html`<dl>
    ${shown.map(
      ([name, told]) =>
        html`<dt>${name}</dt>
          <dd>${told}</dd>`,
    )}
  </dl>`
}

function askedWords({ call, asked }: Dossier, zone: Zone, words: DossierWords): string {
  if (!asked) return `${words.moment(call.createdAt, zone)}, ${words.source(call.source)}`
  const { address } = asked.detail
  return words.askedBy(words.moment(asked.at, zone), asked.actor, words.source(asked.source), address)
}

function seriesWords(call: Wakeup, words: DossierWords): string | null {
  if (call.series !== null) return words.oneDay(call.series)
  return isRepeating(call) ? words.repeat(call.days, call.until) : null
}

function rungWords({ dialledAt, scheduledAt }: Wakeup, zone: Zone, words: DossierWords): string | null {
  if (dialledAt === null) return null
  const late = dialledAt - scheduledAt
  return `${words.moment(dialledAt, zone)}, ${late <= 0 ? words.onTime : words.late(spanWords(late))}`
}

const removedWords = ({ removed }: Dossier, zone: Zone, words: DossierWords) =>
  removed &&
  words.takenBack(words.moment(removed.at, zone), removed.actor, words.logged(removed, zone) ?? removed.text)

export const attempts: Section = ({ attempts: stories }, zone, words) =>
  stories.length === 0
    ? null
    : section(
        words.eachTime,
        stories.map((story) => attemptBox(story, zone, words)),
      )

function attemptBox(story: AttemptStory, zone: Zone, words: DossierWords): Html {
  const attempt = attemptView(story, zone)
  const mood = attempt.result === null ? '' : isGood(attempt) ? 'good' : 'bad'
  const { startedAt } = story.attempt
  return html`<div class="attempt ${mood}">
    <h3>${attempt.number}. ${words.result(attempt)} <span>${words.moment(startedAt, zone)}</span></h3>
    <table>
      ${steps(attempt, words).map(([ms, told]) => step(ms, told))}
    </table>
  </div>`
}

const isGood = ({ answeredMs, answeredBy, forwarded }: DossierAttempt) =>
  answeredMs !== null && answeredBy !== 'machine' && !forwarded

const step = (ms: number, told: string) =>
  html`<tr>
    <td class="figure">+ ${(ms / 1000).toFixed(3)} s</td>
    <td>${told}</td>
  </tr>`

type Step = readonly [ms: number, words: string]

/** What happened, in milliseconds after dialling. */
function steps(attempt: DossierAttempt, words: DossierWords): readonly Step[] {
  const { progress, answeredMs, presses, endedMs, heardMs } = attempt
  return [
    [0, words.dialled(attempt)],
    ...progress.map(({ ms, status, reason }): Step => [ms, words.exchangeSaid(status, reason)]),
    ...atMoment(answeredMs, words.pickedUp),
    ...presses.map(({ ms, key }): Step => [ms, words.pressed(key)]),
    ...atMoment(endedMs, words.end(attempt) + (heardMs === null ? '' : words.heard(spanWords(heardMs)))),
  ]
}

const atMoment = (ms: number | null, told: string): Step[] => (ms === null ? [] : [[ms, told]])

export const byHand: Section = ({ call, log: rows }, zone, words) => {
  const set = rows.filter(rowOf('wakeup.overwritten'))
  if (set.length === 0) return null
  const machine = call.machineOutcome
  const own = machine === null ? words.noOutcome : words.found({ outcome: machine, proof: call.proof })
  return section(words.setByHand, [
    html`<table>
      <thead>
        <tr>
          ${words.byHandHeads.map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${set.map((row) => overwriting(row, zone, words))}
      </tbody>
    </table>`,
    html`<p class="soft">${own}</p>`,
  ])
}

const overwriting = (
  { at, actor, detail }: DossierRow & Fact<'wakeup.overwritten'>,
  zone: Zone,
  words: DossierWords,
) =>
  html`<tr>
    <td class="figure">${words.moment(at, zone)}</td>
    <td>${actor}</td>
    <td>${words.outcome(unproven(detail.outcome))}</td>
    <td>${detail.reason ?? words.notSaid}</td>
  </tr>`

export const alarms: Section = ({ alarms: all }, zone, words) =>
  all.length === 0
    ? null
    : section(words.told, [
        html`<table>
          <thead>
            <tr>
              ${words.toldHeads.map((word) => html`<th>${word}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${all.map((alarm) => alarmRow(alarm, zone, words))}
          </tbody>
        </table>`,
      ])

const alarmRow = (alarm: Alarm, zone: Zone, words: DossierWords) =>
  html`<tr>
    <td class="figure">${words.moment(alarm.raisedAt, zone)}</td>
    ${inWords(words.alarm(alarm, zone), alarm.text)}
    <td>${toldWords(alarm, words)}</td>
    <td>${acknowledgedWords(alarm, zone, words)}</td>
  </tr>`

/** A sentence that there is in no other language says so to whoever has it read aloud. */
const inWords = (own: string | null, english: string) =>
  own === null ? html`<td lang="en">${english}</td>` : html`<td>${own}</td>`

const toldWords = ({ calls, mails }: Alarm, words: DossierWords): string =>
  [
    ...(calls === 0 ? [] : [words.calls(calls)]),
    ...(mails === 0 ? [] : [words.mails(mails)]),
    words.onTheList,
  ].join(', ')

function acknowledgedWords(
  { state, endedBy, endedAt, note }: Alarm,
  zone: Zone,
  words: DossierWords,
): string {
  if (state === 'open' || endedAt === null) return words.notYet
  const when = words.moment(endedAt, zone)
  return state === 'over' ? words.overByItself(when) : words.knownBy(endedBy ?? '', when, note)
}

export const finishedDays: Section = ({ occurrences }, zone, words) =>
  occurrences.length === 0
    ? null
    : section(words.daysOver, [
        html`<table>
          <thead>
            <tr>
              ${words.dayHeads.map((word) => html`<th>${word}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${occurrences.map((one) => finishedDay(one, zone, words))}
          </tbody>
        </table>`,
      ])

const finishedDay = (call: Wakeup, zone: Zone, words: DossierWords) =>
  html`<tr>
    <td class="figure">${words.moment(call.scheduledAt, zone)}</td>
    <td>${words.state(call, false)}</td>
    <td class="soft">${call.id}</td>
  </tr>`

export const log: Section = ({ log: rows }, zone, words) =>
  section(words.log, [
    html`<table class="log">
      <thead>
        <tr>
          ${words.logHeads.map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      ${rows.map((row) => logRow(row, zone, words))}
    </table>`,
  ])

/** A row that was changed by hand stands as it is: its words are no longer those of what happened. */
function logRow(row: DossierRow, zone: Zone, words: DossierWords) {
  const { at, actor, text, sealed, isAltered: wasChanged } = row
  return html`<tbody>
    <tr>
      <td class="figure">${sealed?.number ?? ''}</td>
      <td class="figure">${words.moment(at, zone)}</td>
      <td>${actor}</td>
      ${inWords(wasChanged ? null : words.logged(row, zone), text)}
    </tr>
    <tr class="seal">
      <td></td>
      <td colspan="3">${wasChanged ? words.notAsSealed : ''}${sealed?.hash ?? words.notSealed}</td>
    </tr>
  </tbody>`
}
