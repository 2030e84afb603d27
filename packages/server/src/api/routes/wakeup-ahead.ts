import { INTERFACE } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { ForecastActions } from '../../actions/wakeups/forecast.ts'
import type { PreviewActions } from '../../actions/wakeups/preview.ts'
import { json } from '../answers/answer.ts'
import { forecastReply } from '../answers/forecast-answer.ts'
import { previewReply } from '../answers/preview-answer.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

interface Ahead {
  readonly forecasts: ForecastActions
  readonly previews: PreviewActions
}

const { forecast, preview } = INTERFACE.wakeup

export function wakeupAheadRoutes(
  { route, ask }: Routes,
  { forecasts, previews }: Ahead,
  settings: Settings,
) {
  route(forecast, async ({ actor, query }) => {
    const zone = settings.zoneOf(actor.scope)
    return json(forecastReply(await forecasts.get(actor, spanOf(query, zone)), zone))
  })
  ask(preview, async ({ actor, body }) => json(previewReply(await previews.get(actor, body), settings)))
}
