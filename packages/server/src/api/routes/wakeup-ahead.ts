import { INTERFACE } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { ForecastActions } from '../../actions/wakeups/forecast.ts'
import { json } from '../answers/answer.ts'
import { forecastReply } from '../answers/forecast-answer.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

interface Ahead {
  readonly forecasts: ForecastActions
}

const { forecast } = INTERFACE.wakeup

export function wakeupAheadRoutes({ route }: Routes, { forecasts }: Ahead, settings: Settings) {
  route(forecast, async ({ actor, query }) => {
    const zone = settings.zoneOf(actor.scope)
    return json(forecastReply(await forecasts.get(actor, spanOf(query, zone)), zone))
  })
}
