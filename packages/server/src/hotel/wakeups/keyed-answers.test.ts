import { expect, it } from 'vitest'
import { wakeup } from '../../../testing/records.ts'
import { countKeyed, NO_KEYED_ANSWERS, sharesKeyed } from './keyed-answers.ts'
import type { Wakeup } from './wakeup.ts'

const settled = (outcome: Wakeup['outcome'], of: Partial<Wakeup>) =>
  wakeup({ outcome, machineOutcome: outcome, state: 'done', ...of })

function shares(...calls: readonly Wakeup[]) {
  const sum = { ...NO_KEYED_ANSWERS }
  for (const call of calls) countKeyed(sum, call)
  return sharesKeyed(sum)
}

it('the shares of answers with a key and without are of the answers at the phone', () => {
  const [keyed, unkeyed] = [settled('complete', { proof: 'key' }), settled('complete', { proof: 'heard' })]
  expect(shares(keyed, unkeyed, unkeyed)).toEqual({ keyed: 33.33, unkeyed: 66.66 })
  expect(shares(keyed)).toEqual({ keyed: 100, unkeyed: 0 })
})

it('a call that nobody answered for good has no part in them, nor one that was set by hand', () => {
  expect(
    shares(
      wakeup(),
      settled('no-answer', { proof: 'hung-up' }),
      settled('diverted', { proof: 'no-key' }),
      settled('complete', { proof: 'hung-up', machineOutcome: 'no-answer' }),
      settled('no-answer', { proof: 'heard', machineOutcome: 'complete' }),
    ),
  ).toEqual({ keyed: null, unkeyed: null })
})
