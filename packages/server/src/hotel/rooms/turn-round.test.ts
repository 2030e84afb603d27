import { expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { TurnRounds } from './turn-round.ts'

const told = (...reports: [room: string, condition: string | null][]) => {
  const rounds = new TurnRounds()
  return reports.flatMap(([room, condition], n) => {
    const found = rounds.reported(room, condition, minutes(10 * n))
    return found ? [[room, (found.cleanAt - found.dirtyAt) / minutes(1)]] : []
  })
}

it('a room is turned round from dirty to clean, whatever is reported in between', () => {
  expect(told(['101', 'dirty'], ['101', 'dnd'], ['101', null], ['101', 'clean'])).toEqual([['101', 30]])
})

it('a room that is reported dirty twice was dirty from the first, and one that is inspected after that is not counted again', () => {
  expect(told(['101', 'dirty'], ['101', 'dirty'], ['101', 'clean'], ['101', 'inspected'])).toEqual([
    ['101', 20],
  ])
})

it('each room counts for itself, and one that was never dirty does not', () => {
  expect(
    told(['101', 'dirty'], ['102', 'clean'], ['102', 'dirty'], ['101', 'inspected'], ['102', 'clean']),
  ).toEqual([
    ['101', 30],
    ['102', 20],
  ])
})
