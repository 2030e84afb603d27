import type { NightCall, NightOfTenant } from '../../actions/wakeups/night-list.ts'
import { type Zone, dayOf } from '../../hotel/time/local-time.ts'
import { isRepeating } from '../../hotel/wakeups/wakeup.ts'
import { type Html, html } from '../answers/html.ts'
import { shortClockWords } from '../dossier/words.ts'
import type { NightWords } from './words.ts'

type Calls = Pick<NightOfTenant, 'calls' | 'zone'>

/** With a box to tick, and room to write. A line for each day, since a night has two. */
export function byTime({ calls: asked, zone }: Calls, words: NightWords): Html {
  const calls = asked.toSorted(byMinuteAndRoom)
  const [time, room, guest, how, by, notes] = words.heads
  const shows = calls.some(({ guests }) => guests !== null)
  return html`<table>
    <thead>
      <tr>
        <th></th>
        <th>${time}</th>
        <th>${room}</th>
        ${shows ? html`<th>${guest}</th>` : null}
        <th>${how}</th>
        <th>${by}</th>
        <th>${notes}</th>
      </tr>
    </thead>
    <tbody>
      ${calls.map((one, index) => [
        isNewDay(one, calls[index - 1], zone) ? dayRow(words.day(one.call.scheduledAt, zone), shows) : null,
        callRow(one, zone, shows, words),
      ])}
    </tbody>
  </table>`
}

/** Within a minute by room, not as they were typed: somebody walks along the corridor with it. */
const byMinuteAndRoom = ({ call: one }: NightCall, { call: other }: NightCall): number =>
  one.scheduledAt - other.scheduledAt || byNumber(one.room, other.room)

const isNewDay = ({ call }: NightCall, before: NightCall | undefined, zone: Zone): boolean =>
  before === undefined || dayOf(before.call.scheduledAt, zone) !== dayOf(call.scheduledAt, zone)

const dayRow = (day: string, shows: boolean): Html =>
  html`<tr>
    <th colspan="${shows ? 7 : 6}">${day}</th>
  </tr>`

const callRow = (one: NightCall, zone: Zone, shows: boolean, words: NightWords): Html =>
  html`<tr>
    <td class="box">☐</td>
    <td class="figure time">${shortClockWords(one.call.scheduledAt, zone)}</td>
    <td>${roomWords(one, words)}</td>
    ${shows ? html`<td>${one.vacant ? html`<span class="soft">${words.vacant}</span>` : (one.guests ?? []).join(', ')}</td>` : null}
    <td>${howWords(one, words)}</td>
    <td>${one.call.actor}</td>
    <td class="notes"></td>
  </tr>`

/** The number, and the extension where that is another. */
const roomWords = ({ call: { room }, extension }: NightCall, words: NightWords): Html =>
  extension === '' || extension === room
    ? html`<b>${room}</b>`
    : html`<b>${room}</b> <span class="soft">${words.extension(extension)}</span>`

const BY_HAND = { automatic: null, manual: 'byHand', backup: 'byHandFirst' } as const

function howWords({ call, vip, method }: NightCall, words: NightWords): (Html | string)[] {
  const byHand = BY_HAND[method]
  const all = [
    vip ? 'VIP' : '',
    isRepeating(call) ? words.repeat(call.days, call.until) : '',
    call.confirm ? words.confirm : '',
    call.prompt === 0 ? '' : words.announcement(call.prompt),
    call.state === 'calling' ? words.ringingNow : '',
    call.attempts > 0 ? words.rung(call.attempts) : '',
  ]
  const told = all.filter((one) => one !== '').join(', ')
  return byHand === null ? [told] : [html`<b>${words[byHand]}</b>`, told === '' ? '' : `, ${told}`]
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
