import { describe, expect, it } from 'vitest'
import type { Request } from './request.ts'
import { followStream, type Word, wordReader } from './stream.ts'

const TEXT =
  ': caught up with 41\nretry: 3000\n\nid: 42\nevent: alarm.raised\ndata: {"room":"101"}\n\n: still here\n\nevent: outage\ndata: {}\n\n'
const WORDS: readonly Word[] = [
  { kind: 'caught-up', number: 41 },
  { kind: 'event', id: '42', event: 'alarm.raised', data: '{"room":"101"}' },
  { kind: 'still-here' },
  { kind: 'event', id: '', event: 'outage', data: '{}' },
]

const needs = (request: Request, hear: (word: Word) => void = () => {}) => ({
  request,
  path: '/rest/events',
  after: '40',
  signal: new AbortController().signal,
  onOpen: () => {},
  hear,
})

describe('the stream of events', () => {
  it.each([1, 2, 7, 500])('is understood in pieces of %s', (size) => {
    const heard: Word[] = []
    const read = wordReader((word) => heard.push(word))
    for (let at = 0; at < TEXT.length; at += size) read(TEXT.slice(at, at + size))
    expect(heard).toEqual(WORDS)
  })

  it('goes on after the last event that is known, until the server hangs up', async () => {
    const heard: Word[] = []
    let after: string | null = null
    const request = (_: unknown, init?: RequestInit) => {
      after = new Headers(init?.headers).get('last-event-id')
      return Promise.resolve(new Response(TEXT))
    }
    await followStream(needs(request, (word) => heard.push(word)))
    expect([after, heard]).toEqual(['40', WORDS])
  })

  it('tells a refusal from a server that is not there', async () => {
    const refused = () => Promise.resolve(Response.json({ error: 9 }, { status: 429 }))
    await expect(followStream(needs(refused))).rejects.toMatchObject({
      kind: 'problem',
      told: { status: 429 },
    })
    const away = () => Promise.reject(new TypeError('no route'))
    await expect(followStream(needs(away))).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
