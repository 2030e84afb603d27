import { expect, it } from 'vitest'
import { Failure, type FailureCode } from '../../kernel/failure.ts'
import { problemOf } from './problem-reply.ts'

it('a refusal of a newer node is told as it is, though its word has no number here', () => {
  const { code } = JSON.parse('{"code":"room.under-water"}') as { code: FailureCode }
  const told = problemOf(new Failure(code, 'Room 101 is under water'), 'r-1')
  expect(told).toEqual({
    status: 409,
    body: {
      error: 7,
      description: 'Room 101 is under water',
      reference: 'r-1',
      code: 'room.under-water',
    },
  })
})

it('what went wrong inside is told to nobody', () => {
  const told = problemOf(new Failure('internal', 'no such column: moon'), 'r-2')
  expect(told.body).toMatchObject({ code: 'internal' })
  expect(told.body.description).not.toContain('moon')
})
