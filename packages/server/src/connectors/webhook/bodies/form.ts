import type { WebhookEvent } from './event.ts'

/** URL-encoded, as a browser would post it. */
export const formBody = (event: WebhookEvent): string => new URLSearchParams(fieldsOf(event)).toString()

function fieldsOf(event: WebhookEvent): Record<string, string> {
  const { about: type, room: number, date, time, user } = event
  const sequence = String(event.sequence)
  if (event.about === 'room_status') {
    const { id: status, description } = event.status
    const attempt = String(event.attempt)
    return { type, number, date, time, status, description, sequence, attempt, user }
  }
  const { item, price, quantity } = event
  const { id, description } = item
  const category = item.category.description
  return {
    type,
    number,
    date,
    time,
    sequence,
    id,
    category,
    description,
    price,
    quantity: `${quantity}`,
    user,
  }
}
