import { INTERFACE, PHONE_DEEDS, RECORDING_TYPE } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { CourseActions } from '../../actions/wakeups/course.ts'
import type { ForecastActions } from '../../actions/wakeups/forecast.ts'
import type { PreviewActions } from '../../actions/wakeups/preview.ts'
import type { ClockFace } from '../../hotel/wakeups/announcement.ts'
import { json } from '../answers/answer.ts'
import { Failure } from '../../kernel/failure.ts'
import { courseReply } from '../answers/course-answer.ts'
import { forecastReply } from '../answers/forecast-answer.ts'
import { previewReply } from '../answers/preview-answer.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

interface Ahead {
  readonly forecasts: ForecastActions
  readonly previews: PreviewActions
  readonly courses: CourseActions
}

const { forecast, preview, course, greeting } = INTERFACE.wakeup

export function wakeupAheadRoutes(
  { route, ask }: Routes,
  { forecasts, previews, courses }: Ahead,
  settings: Settings,
) {
  route(forecast, async ({ actor, query }) => {
    const zone = settings.zoneOf(actor.scope)
    return json(forecastReply(await forecasts.get(actor, spanOf(query, zone)), zone))
  })
  ask(preview, async ({ actor, body }) => json(previewReply(await previews.get(actor, body), settings)))
  ask(course, ({ actor, body }) =>
    json(courseReply(courses.get(actor, { ...body, phone: deedsOf(body.phone) }))),
  )
  ask(greeting, async ({ actor, body: { time = USUAL_TIME, ...imagined } }) => ({
    kind: 'file',
    type: RECORDING_TYPE,
    bytes: await courses.greeting(actor, { ...imagined, time: faceOf(time) }),
  }))
}

const USUAL_TIME = '07:00'

function faceOf(time: string): ClockFace {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { hour, minute }
}

const MOST_DEEDS = 40

function deedsOf(text: string) {
  const named = text.split(',').map((one) => one.trim())
  const deeds = named.flatMap((one) => PHONE_DEEDS.find((deed) => deed === one) ?? [])
  if (deeds.length !== named.length || deeds.length > MOST_DEEDS)
    throw new Failure(
      'parameter.invalid',
      `phone must be up to ${MOST_DEEDS} of these, parted by commas: ${PHONE_DEEDS.join(', ')}`,
      { field: 'phone' },
    )
  return deeds
}
