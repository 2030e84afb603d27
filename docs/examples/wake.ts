// Wakes a room and waits until it is known how that ended.
//   node --import tsx wake.ts 101 2026-11-18T07:00:00+01:00        (Node 22.18 and newer: node wake.ts ...)
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const { REVEILLE_URL = 'http://127.0.0.1:8080', REVEILLE_USER = '', REVEILLE_PASSWORD = '' } = process.env
const AUTHORIZATION = `Basic ${Buffer.from(`${REVEILLE_USER}:${REVEILLE_PASSWORD}`).toString('base64')}`

interface Call {
  readonly id: string
  /** 0 waits, 1 rings, 2 is over. */
  readonly status: number
  /** 1 answered, 2 nobody answered, and so on: all of them stand in /docs. */
  readonly result: number
}

/** One request. Whoever is asked to come again does, as often as it takes: the key makes sure that nothing is done twice. */
async function ask<Answer>(
  path: string,
  fields?: Record<string, string>,
  key: string = randomUUID(),
): Promise<Answer> {
  const answer = await fetch(`${REVEILLE_URL}${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { authorization: AUTHORIZATION, ...(fields ? { 'idempotency-key': key } : {}) },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  })
  if (answer.status === 429 || answer.status === 503) {
    await pause(Number(answer.headers.get('retry-after') ?? 5) * 1000)
    return ask(path, fields, key)
  }
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function wake(room: string, datetime: string): Promise<Call> {
  const { id } = await ask<Call>('/rest/wakeup', { room, datetime })
  for (;;) {
    const call = await ask<Call>(`/rest/wakeup/${id}`)
    if (call.status === 2) return call
    await pause(2_000)
  }
}

const [room = '', datetime = ''] = process.argv.slice(2)
const { id, result } = await wake(room, datetime)
process.stdout.write(
  result === 1
    ? `Room ${room} was woken (${id})\n`
    : `Room ${room} was not woken: result ${result} (${id})\n`,
)
