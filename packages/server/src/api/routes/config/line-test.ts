import { INTERFACE } from '@reveille/contract'
import type { LineTestActions } from '../../../actions/site/line-tests.ts'
import { created, json } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'
import type { Check } from './check.ts'

const { try: trial, test, tested } = INTERFACE.line

/** Lines are proved: one that is not saved by asking the exchange, one that is by ringing a phone. */
export function lineTestRoutes({ route, ask, post }: Routes, tests: LineTestActions, check: Check) {
  ask(trial, async ({ actor, body }) => {
    const { tenant: _, name: __, ...config } = body
    check({ telephony: { lines: [config] } })
    const { exchange, steps } = await tests.try(actor, body)
    return json({ exchange, steps: [...steps] })
  })

  post(test, {
    act: ({ actor, params, body }) => tests.begin(actor, params.key, body),
    show: (id, { params }) =>
      created(`/rest/config/line/${encodeURIComponent(params.key)}/test/${id}`, {
        error: 0,
        description: 'The phone is rung as soon as no guest needs the line',
        id,
      }),
  })

  route(tested, async ({ actor, params }) => {
    const { tenant: _, steps, ...found } = await tests.find(actor, params.key, params.id)
    return json({ ...found, steps: [...steps] })
  })
}
