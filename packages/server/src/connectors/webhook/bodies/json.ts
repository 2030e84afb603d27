import type { ChargeEvent, WebhookEvent } from './event.ts'

/** An envelope as Standard Webhooks advises it: type, timestamp, data. */
export const jsonBody = (event: WebhookEvent): string =>
  JSON.stringify({ type: event.type, timestamp: event.timestamp, data: dataOf(event) })

function dataOf(event: WebhookEvent) {
  const { room, user, tenant, sequence } = event
  if (event.about === 'room_status')
    return { room, status: event.status, previous: event.previous, user, tenant, sequence }
  const { charge, item, quantity, price, total, currency, taxRate, reference } = event
  const { corrects, previous, reason } = event
  const money = { quantity, price, total, currency, taxRate }
  return {
    charge,
    room,
    ...guestsOf(event),
    item,
    ...money,
    reference,
    corrects,
    previous,
    reason,
    user,
    tenant,
    sequence,
  }
}

/** Only where somebody is known to stay in the room. */
const guestsOf = ({ guests = [] }: ChargeEvent) =>
  guests.length === 0 ? {} : { guests: guests.map(({ name, reservation }) => ({ name, reservation })) }

/** The content of the older XML, as JSON. */
export function legacyJsonBody(event: WebhookEvent): string {
  const { room: number, date, time, sequence } = event
  const user = { id: event.user, fname: '', lname: '' }
  if (event.about === 'room_status') {
    const { status, attempt } = event
    const room = { number, date, time, status: status.id, description: status.description, sequence, attempt }
    return JSON.stringify({ room_status: { room: [{ ...room, user }] } })
  }
  const { item, price, quantity } = event
  const { id, description, category } = item
  const sold = { id, category: category.description, description, price, quantity }
  return JSON.stringify({ inventory: { room: [{ number, date, time, sequence, item: [sold], user }] } })
}
