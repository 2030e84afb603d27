/** The hotel that both servers keep: a thousand rooms and one account. */

export const SITE = `site: { name: Grand Hotel, company: Example Hospitality, timezone: Europe/Zurich, language: en }
users:
  - { username: bench, password: quick-brown-fox-1, permissions: [inventory, frontdesk, administrator] }
mailboxes:
  - { range: "1000-1999" }
`

export const AUTHORIZATION = `Basic ${Buffer.from('bench:quick-brown-fox-1').toString('base64')}`

const ROOMS = 1_000
const MINUTE = 60_000

/** The form of the n-th call: each is for another room or another minute, so that none has a twin. */
export function wakeupForm(number: number): string {
  const minute = new Date(FIRST_MINUTE + Math.floor(number / ROOMS) * MINUTE).toISOString()
  const date = minute.slice(0, 10).replaceAll('-', '')
  const time = minute.slice(11, 16).replace(':', '')
  return `room=${1_000 + (number % ROOMS)}&date=${date}&time=${time}`
}

// In two days, from midnight on: never past, whatever the zone.
const FIRST_MINUTE = Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000
