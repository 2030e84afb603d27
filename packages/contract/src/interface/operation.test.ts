import { describe, expectTypeOf, it } from 'vitest'
import type { WakeupRecord } from '../wakeup.ts'
import type { AnswerOf, OperationId, RequestOf } from './operation.ts'

describe('what a client calls by its id', () => {
  it('brings the body that its entry asks for, and none where there is none', () => {
    expectTypeOf<RequestOf<'roomStatus.report'>['body']>().toEqualTypeOf<{ id: string; room: string }>()
    expectTypeOf<RequestOf<'wakeup.get'>['body']>().toEqualTypeOf<undefined>()
  })

  it('brings the values of its path, and none where there are none', () => {
    expectTypeOf<RequestOf<'wakeup.get'>['params']>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<RequestOf<'user.change'>['params']>().toEqualTypeOf<{ key: string }>()
    expectTypeOf<RequestOf<'system.get'>['params']>().toEqualTypeOf<undefined>()
  })

  it('may say which tenant is meant, and whatever else its query knows', () => {
    expectTypeOf<RequestOf<'system.get'>['query']>().toEqualTypeOf<{ tenant?: string } | undefined>()
    expectTypeOf<NonNullable<RequestOf<'log.list'>['query']>>().toHaveProperty('kind')
  })

  it('is answered with what its entry promises', () => {
    expectTypeOf<AnswerOf<'wakeup.get'>>().toEqualTypeOf<WakeupRecord>()
    expectTypeOf<AnswerOf<'wakeup.remove'>>().toEqualTypeOf<null>()
    expectTypeOf<AnswerOf<'user.list'>>().toHaveProperty('users')
  })

  it('is no id that stands in no entry', () => {
    expectTypeOf<'wakeup.dance'>().not.toExtend<OperationId>()
    expectTypeOf<'line.add'>().toExtend<OperationId>()
  })
})
