import type { DossierAttempt } from '@reveille/contract'
import type { AttemptStory, Dossier, DossierRow } from '../../actions/wakeups/dossier.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import type { Alteration } from '../../hotel/log/proof.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { outcomeSentence, outcomeWords } from '../../hotel/wakeups/outcome-words.ts'
import { unproven } from '../../hotel/wakeups/proof.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Html, html } from '../answers/html.ts'
import { alterationWords, attemptView } from './view.ts'
import {
  dayWords,
  endWords,
  momentWords,
  repeatWords,
  dialledWords,
  resultWords,
  shortClockWords,
  sourceWords,
  spanWords,
  stateWords,
} from './words.ts'

/** The parts of a dossier's page; one that has nothing to tell is left out. */
type Section = (dossier: Dossier, zone: Zone) => Html | null

const section = (title: string, content: readonly (Html | null)[]) =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`

const moodOf = (outcome: Outcome | null) => (outcome === null ? '' : outcome === 'complete' ? 'good' : 'bad')

export function head(dossier: Dossier, house: string, zone: Zone): Html {
  const { call, removed } = dossier
  const isByHand = call.outcome !== null && call.machineOutcome !== call.outcome
  return html`<header>
    <div>
      <p class="house">${house} · Wakeup call</p>
      <h1>Room ${call.room}</h1>
      <p class="when">
        ${dayWords(call.scheduledAt, zone)}, <b>${shortClockWords(call.scheduledAt, zone)}</b>
      </p>
    </div>
    <p class="verdict ${isAltered(dossier) ? 'bad' : removed ? '' : moodOf(call.outcome)}">
      ${stateWords(call, removed !== null)}
      ${isAltered(dossier) ? html`<small>altered in the database: see below</small>` : null}
      ${isByHand && !removed ? html`<small>set by hand by ${call.actor}</small>` : null}
    </p>
  </header>`
}

export const alterations: Section = (dossier, zone) => {
  if (!isAltered(dossier)) return null
  const { alterations: all, log: rows, removedRows } = dossier
  const changed = rows.filter(({ isAltered: is }) => is).length
  return html`<section class="altered">
    <h2>Altered in the database</h2>
    <p>Somebody has changed the database by hand: what stands here proves nothing until that is explained.</p>
    <ul>
      ${all.map((one) => html`<li>${alterationLine(one, zone)}</li>`)}
      ${changed === 0 ? null : html`<li>Rows of the log below that were changed: ${changed}</li>`}
      ${removedRows === 0 ? null : html`<li>Rows of the log from this time that were removed: ${removedRows}</li>`}
    </ul>
  </section>`
}

const isAltered = ({ alterations: all, log: rows, removedRows }: Dossier) =>
  all.length > 0 || removedRows > 0 || rows.some((row) => row.isAltered)

function alterationLine(one: Alteration, zone: Zone): string {
  const { of, field, shown, logged } = alterationWords(one, zone)
  return `${of}, ${field}: ${shown ?? 'nothing'} in the record, ${logged ?? 'nothing'} in the log`
}

export const facts: Section = (dossier, zone) => {
  const all: [string, string | null][] = [
    ['Asked for', askedWords(dossier, zone)],
    ['Repeats', seriesWords(dossier.call)],
    ['Announcement', announcementWords(dossier.call)],
    ['First rung', rungWords(dossier.call, zone)],
    ['Rung', countWords(dossier)],
    ['Over', dossier.call.settledAt === null ? null : momentWords(dossier.call.settledAt, zone)],
    ['Taken back', removedWords(dossier, zone)],
  ]
  const shown = all.filter(([, words]) => words !== null)
  return html`<dl>
    ${shown.map(
      ([name, words]) =>
        html`<dt>${name}</dt>
          <dd>${words}</dd>`,
    )}
  </dl>`
}

function askedWords({ call, asked }: Dossier, zone: Zone): string {
  if (!asked) return `${momentWords(call.createdAt, zone)}, ${sourceWords(call.source)}`
  const { address } = asked.detail
  const from = address === undefined ? '' : `, from ${address}`
  return `${momentWords(asked.at, zone)} by ${asked.actor}, ${sourceWords(asked.source)}${from}`
}

function seriesWords(call: Wakeup): string | null {
  if (call.series !== null) return `one day of a repeating call (${call.series})`
  return isRepeating(call) ? repeatWords(call.days, call.until) : null
}

const announcementWords = ({ prompt, confirm }: Wakeup) =>
  `${prompt === 0 ? 'the usual one' : `number ${prompt}`}${confirm ? '; the guest must press a key' : ''}`

function rungWords({ dialledAt, scheduledAt }: Wakeup, zone: Zone): string | null {
  if (dialledAt === null) return null
  const late = dialledAt - scheduledAt
  return `${momentWords(dialledAt, zone)}, ${late <= 0 ? 'on time' : `${spanWords(late)} after the time asked for`}`
}

function countWords({ call: { attempts, snoozes } }: Dossier): string | null {
  if (attempts === 0) return null
  const rung = attempts === 1 ? 'once' : `${attempts} times`
  return snoozes === 0 ? rung : `${rung}; snoozed ${snoozes === 1 ? 'once' : `${snoozes} times`}`
}

const removedWords = ({ removed }: Dossier, zone: Zone) =>
  removed && `${momentWords(removed.at, zone)} by ${removed.actor}: ${removed.text}`

export const attempts: Section = ({ attempts: stories }, zone) =>
  stories.length === 0
    ? null
    : section(
        'Each time the room was rung',
        stories.map((story) => attemptBox(story, zone)),
      )

function attemptBox(story: AttemptStory, zone: Zone): Html {
  const attempt = attemptView(story, zone)
  const mood = attempt.result === null ? '' : isGood(attempt) ? 'good' : 'bad'
  const { startedAt } = story.attempt
  return html`<div class="attempt ${mood}">
    <h3>${attempt.number}. ${resultWords(attempt)} <span>${momentWords(startedAt, zone)}</span></h3>
    <table>
      ${steps(attempt).map(([ms, words]) => step(ms, words))}
    </table>
  </div>`
}

const isGood = ({ answeredMs, answeredBy, forwarded }: DossierAttempt) =>
  answeredMs !== null && answeredBy !== 'machine' && !forwarded

const step = (ms: number, words: string) =>
  html`<tr>
    <td class="figure">+ ${(ms / 1000).toFixed(3)} s</td>
    <td>${words}</td>
  </tr>`

type Step = readonly [ms: number, words: string]

/** What happened, in milliseconds after dialling. */
function steps(attempt: DossierAttempt): readonly Step[] {
  const { progress, answeredMs, presses, endedMs } = attempt
  return [
    [0, dialledWords(attempt)],
    ...progress.map(({ ms, status, reason }): Step => [ms, `The exchange said: ${status} ${reason}`]),
    ...atMoment(answeredMs, 'The phone was picked up'),
    ...presses.map(({ ms, key }): Step => [ms, `Key ${key} was pressed`]),
    ...atMoment(endedMs, endWords(attempt) + heardWords(attempt)),
  ]
}

const atMoment = (ms: number | null, words: string): Step[] => (ms === null ? [] : [[ms, words]])

const heardWords = ({ heardMs }: DossierAttempt) =>
  heardMs === null ? '' : `; ${spanWords(heardMs)} of the announcement had been heard at the phone`

export const byHand: Section = ({ call, log: rows }, zone) => {
  const set = rows.filter(rowOf('wakeup.overwritten'))
  if (set.length === 0) return null
  const machine = call.machineOutcome
  const own =
    machine === null
      ? 'The system itself had found no outcome.'
      : `What the system found: ${outcomeWords({ outcome: machine, proof: call.proof })}.`
  return section('Set by hand', [
    html`<table>
      <thead>
        <tr>
          <th>When</th>
          <th>By</th>
          <th>Set to</th>
          <th>Why</th>
        </tr>
      </thead>
      <tbody>
        ${set.map((row) => overwriting(row, zone))}
      </tbody>
    </table>`,
    html`<p class="soft">${own}</p>`,
  ])
}

const overwriting = ({ at, actor, detail }: DossierRow & Fact<'wakeup.overwritten'>, zone: Zone) =>
  html`<tr>
    <td class="figure">${momentWords(at, zone)}</td>
    <td>${actor}</td>
    <td>${outcomeSentence(unproven(detail.outcome))}</td>
    <td>${detail.reason ?? 'not said'}</td>
  </tr>`

export const alarms: Section = ({ alarms: all }, zone) =>
  all.length === 0
    ? null
    : section('What the desk was told', [
        html`<table>
          <thead>
            <tr>
              <th>When</th>
              <th>What</th>
              <th>How</th>
              <th>Acknowledged</th>
            </tr>
          </thead>
          <tbody>
            ${all.map((alarm) => alarmRow(alarm, zone))}
          </tbody>
        </table>`,
      ])

const alarmRow = (alarm: Alarm, zone: Zone) =>
  html`<tr>
    <td class="figure">${momentWords(alarm.raisedAt, zone)}</td>
    <td>${alarm.text}</td>
    <td>${toldWords(alarm)}</td>
    <td>${acknowledgedWords(alarm, zone)}</td>
  </tr>`

function toldWords({ calls, mails }: Alarm): string {
  const times = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]
  return [...times(calls, 'call'), ...times(mails, 'e-mail'), 'on the list'].join(', ')
}

function acknowledgedWords({ state, endedBy, endedAt, note }: Alarm, zone: Zone): string {
  if (state === 'open' || endedAt === null) return 'not yet'
  const when = momentWords(endedAt, zone)
  return state === 'over'
    ? `over by itself, ${when}`
    : `by ${endedBy}, ${when}${note === '' ? '' : `: ${note}`}`
}

export const finishedDays: Section = ({ occurrences }, zone) =>
  occurrences.length === 0
    ? null
    : section('Days that are over', [
        html`<table>
          <thead>
            <tr>
              <th>Day</th>
              <th>How it ended</th>
              <th>Dossier</th>
            </tr>
          </thead>
          <tbody>
            ${occurrences.map((one) => finishedDay(one, zone))}
          </tbody>
        </table>`,
      ])

const finishedDay = (call: Wakeup, zone: Zone) =>
  html`<tr>
    <td class="figure">${momentWords(call.scheduledAt, zone)}</td>
    <td>${stateWords(call, false)}</td>
    <td class="soft">${call.id}</td>
  </tr>`

export const log: Section = ({ log: rows }, zone) =>
  section('The log', [
    html`<table class="log">
      <thead>
        <tr>
          <th>Seal</th>
          <th>When</th>
          <th>By</th>
          <th>What</th>
        </tr>
      </thead>
      ${rows.map((row) => logRow(row, zone))}
    </table>`,
  ])

const logRow = ({ at, actor, text, sealed, isAltered: wasChanged }: DossierRow, zone: Zone) =>
  html`<tbody>
    <tr>
      <td class="figure">${sealed?.number ?? ''}</td>
      <td class="figure">${momentWords(at, zone)}</td>
      <td>${actor}</td>
      <td>${text}</td>
    </tr>
    <tr class="seal">
      <td></td>
      <td colspan="3">${wasChanged ? 'NOT AS IT WAS SEALED: ' : ''}${sealed?.hash ?? 'not sealed yet'}</td>
    </tr>
  </tbody>`
