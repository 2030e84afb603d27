import { describe, expect, it } from 'vitest'
import { type CallSeen, judgeRefusal, type Rights, UNDOUBTED } from './line-rights.ts'

type Seen = Omit<CallSeen, 'dialled' | 'rang'>

const seen = (status: number | null, more: Partial<Seen> = {}): Seen => ({
  status,
  cause: null,
  isLineTrouble: false,
  ...more,
})
const FORBIDDEN = seen(403)

/** Calls one after the other on a line; tells of each whether it was the line that was refused. */
function morning(calls: readonly (readonly [dialled: string, seen: Seen, rang?: boolean])[]) {
  let rights: Rights = UNDOUBTED
  return calls.map(([dialled, one, rang = false]) => {
    const judged = judgeRefusal(rights, { ...one, dialled, rang })
    rights = judged.rights
    return judged.isLineRefused
  })
}

describe('a line whose calls are forbidden', () => {
  it('has been refused by one room, and by another', () => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
      ]),
    ).toEqual([false, false])
  })

  it('has lost its rights when the third room in a row says the same', () => {
    const rooms = ['101', '102', '103', '104'].map((room) => [room, FORBIDDEN] as const)
    expect(morning(rooms)).toEqual([false, false, true, true])
  })

  it('is not doubted for one room that is called again and again', () => {
    expect(new Set(morning(Array.from({ length: 9 }, () => ['101', FORBIDDEN] as const)))).toEqual(
      new Set([false]),
    )
  })

  it.each([
    ['busy', seen(486), false],
    ['rung out', seen(null), true],
    ['not there', seen(404), false],
    ['forbidden after ringing', FORBIDDEN, true],
    ['forbidden by the telephone network', seen(403, { cause: 21 }), false],
  ] as const)('is trusted again after a call that came through: %s', (_, came, rang) => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
        ['103', came, rang],
        ['104', FORBIDDEN],
        ['105', FORBIDDEN],
      ]).slice(3),
    ).toEqual([false, false])
  })

  it.each([
    ['other trouble', seen(503, { isLineTrouble: true })],
    ['our own wish, before anything rang', seen(null)],
  ] as const)('is not trusted again for %s', (_, other) => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
        ['103', other],
        ['104', FORBIDDEN],
      ])[3],
    ).toBe(true)
  })
})
