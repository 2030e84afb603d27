import type { DossierAttempt } from '@reveille/contract'
import type { AttemptStory, Dossier, DossierRow } from '../../actions/wakeups/dossier.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Html, html } from '../answers/html.ts'
import { attemptView } from './view.ts'
import {
  dayWords,
  endWords,
  momentWords,
  outcomeWords,
  repeatWords,
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

export function head({ call, removed }: Dossier, house: string, zone: Zone): Html {
  const isByHand = call.outcome !== null && call.machineOutcome !== call.outcome
  return html`<header>
    <div>
      <p class="house">${house} · Wakeup call</p>
      <h1>Room ${call.room}</h1>
      <p class="when">
        ${dayWords(call.scheduledAt, zone)}, <b>${shortClockWords(call.scheduledAt, zone)}</b>
      </p>
    </div>
    <p class="verdict ${removed ? '' : moodOf(call.outcome)}">
      ${stateWords(call, removed !== null)}
      ${isByHand && !removed ? html`<small>set by hand by ${call.actor}</small>` : null}
    </p>
  </header>`
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
  const mood =
    attempt.result === null ? '' : attempt.answeredMs !== null && !attempt.forwarded ? 'good' : 'bad'
  const { startedAt } = story.attempt
  return html`<div class="attempt ${mood}">
    <h3>${attempt.number}. ${resultWords(attempt)} <span>${momentWords(startedAt, zone)}</span></h3>
    <table>
      ${steps(attempt).map(([ms, words]) => step(ms, words))}
    </table>
  </div>`
}

const step = (ms: number, words: string) =>
  html`<tr>
    <td class="figure">+ ${(ms / 1000).toFixed(3)} s</td>
    <td>${words}</td>
  </tr>`

type Step = readonly [ms: number, words: string]

/** What happened, in milliseconds after dialling. */
function steps(attempt: DossierAttempt): readonly Step[] {
  const { line, extension, lateMs, progress, answeredMs, presses, endedMs } = attempt
  const late = lateMs === null ? '' : `, ${spanWords(lateMs)} after its time`
  const dialled = `Dialled${extension === null ? '' : ` extension ${extension}`} on line ${line}${late}`
  return [
    [0, dialled],
    ...progress.map(({ ms, status, reason }): Step => [ms, `The exchange said: ${status} ${reason}`]),
    ...atMoment(answeredMs, 'The phone was picked up'),
    ...presses.map(({ ms, key }): Step => [ms, `Key ${key} was pressed`]),
    ...atMoment(endedMs, endWords(attempt) + heardWords(attempt)),
  ]
}

const atMoment = (ms: number | null, words: string): Step[] => (ms === null ? [] : [[ms, words]])

const heardWords = ({ heardMs }: DossierAttempt) =>
  heardMs === null ? '' : `; ${spanWords(heardMs)} of the announcement had been played`

export const byHand: Section = ({ call, log: rows }, zone) => {
  const set = rows.filter(rowOf('wakeup.overwritten'))
  if (set.length === 0) return null
  const machine = call.machineOutcome
  const own =
    machine === null
      ? 'The system itself had found no outcome.'
      : `What the system found: ${outcomeWords(machine)}.`
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
    <td>${outcomeWords(detail.outcome)}</td>
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

const finishedDay = ({ id, scheduledAt, outcome }: Wakeup, zone: Zone) =>
  html`<tr>
    <td class="figure">${momentWords(scheduledAt, zone)}</td>
    <td>${outcome === null ? '' : outcomeWords(outcome)}</td>
    <td class="soft">${id}</td>
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

const logRow = ({ at, actor, text, sealed }: DossierRow, zone: Zone) =>
  html`<tbody>
    <tr>
      <td class="figure">${sealed?.number ?? ''}</td>
      <td class="figure">${momentWords(at, zone)}</td>
      <td>${actor}</td>
      <td>${text}</td>
    </tr>
    <tr class="seal">
      <td></td>
      <td colspan="3">${sealed?.hash ?? 'not sealed yet'}</td>
    </tr>
  </tbody>`
