import type { NightCall, NightOfTenant } from '../../actions/wakeups/night-list.ts'
import { type Zone, dayOf } from '../../hotel/time/local-time.ts'
import { isRepeating } from '../../hotel/wakeups/wakeup.ts'
import { type Html, html } from '../answers/html.ts'
import { dayWords, repeatWords, shortClockWords } from '../dossier/words.ts'

type Calls = Pick<NightOfTenant, 'calls' | 'zone'>

/** With a box to tick, and room to write. A line for each day, since a night has two. */
export function byTime({ calls, zone }: Calls): Html {
  const shows = calls.some(({ guests }) => guests !== null)
  return html`<table>
    <thead>
      <tr>
        <th></th>
        <th>Time</th>
        <th>Room</th>
        ${shows ? html`<th>Guest</th>` : null}
        <th>How</th>
        <th>Asked by</th>
        <th>Notes</th>
      </tr>
    </thead>
    <tbody>
      ${calls.map((one, index) => [dayRow(one, calls[index - 1], zone, shows), callRow(one, zone, shows)])}
    </tbody>
  </table>`
}

function dayRow({ call }: NightCall, before: NightCall | undefined, zone: Zone, shows: boolean): Html | null {
  const day = dayOf(call.scheduledAt, zone)
  if (before && dayOf(before.call.scheduledAt, zone) === day) return null
  return html`<tr>
    <th colspan="${shows ? 7 : 6}">${dayWords(call.scheduledAt, zone)}</th>
  </tr>`
}

const callRow = (one: NightCall, zone: Zone, shows: boolean): Html =>
  html`<tr>
    <td class="box">☐</td>
    <td class="figure time">${shortClockWords(one.call.scheduledAt, zone)}</td>
    <td>${roomWords(one)}</td>
    ${shows ? html`<td>${(one.guests ?? []).join(', ')}</td>` : null}
    <td>${howWords(one)}</td>
    <td>${one.call.actor}</td>
    <td class="notes"></td>
  </tr>`

/** The number, and the extension where that is another. */
const roomWords = ({ call: { room }, extension }: NightCall): Html =>
  extension === '' || extension === room
    ? html`<b>${room}</b>`
    : html`<b>${room}</b> <span class="soft">ext. ${extension}</span>`

const BY_HAND = { automatic: null, manual: 'by hand', backup: 'by hand first' } as const

function howWords({ call, vip, method }: NightCall): (Html | string)[] {
  const byHand = BY_HAND[method]
  const words = [
    vip ? 'VIP' : '',
    isRepeating(call) ? repeatWords(call.days, call.until) : '',
    call.confirm ? 'a key must be pressed' : '',
    call.prompt === 0 ? '' : `announcement ${call.prompt}`,
    call.state === 'calling' ? 'ringing now' : '',
    call.attempts > 0 ? `rung ${call.attempts === 1 ? 'once' : `${call.attempts} times`}` : '',
  ]
  const told = words.filter((one) => one !== '').join(', ')
  return byHand === null ? [told] : [html`<b>${byHand}</b>`, told === '' ? '' : `, ${told}`]
}

export function byRoom({ calls, zone }: Calls): Html {
  const rooms = [...new Set(calls.map(({ call }) => call.room))].toSorted(byNumber)
  const timesOf = (room: string) =>
    calls.filter(({ call }) => call.room === room).map(({ call }) => shortClockWords(call.scheduledAt, zone))
  return html`<ul class="rooms">
    ${rooms.map((room) => html`<li><b>${room}</b> ${timesOf(room).join(', ')}</li>`)}
  </ul>`
}

/** 99 before 101. */
const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
