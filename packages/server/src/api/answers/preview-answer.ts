import type { WakeupPreview } from '@reveille/contract'
import type { Preview, PreviewedCall } from '../../actions/wakeups/preview.ts'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { shownMinute } from './forecast-answer.ts'

export function previewReply(preview: Preview, settings: Settings): WakeupPreview {
  const { calls, repeated, missing, lines, forecast } = preview
  return {
    calls: calls.map((call) => shownCall(call, settings)),
    repeated: [...repeated],
    missing: [...missing],
    lines: { ...lines },
    forecast: forecast.map(({ tenant, without, with: full }) => ({
      without: shownMinute(without, settings.zoneOf(tenant)),
      with: shownMinute(full, settings.zoneOf(tenant)),
    })),
  }
}

function shownCall(call: PreviewedCall, settings: Settings): WakeupPreview['calls'][number] {
  const { mailbox, plan, twin, others, guests, occupied, vip, method, next } = call
  const zone = settings.zoneOf(mailbox.tenant)
  return {
    room: mailbox.number,
    tenant: settings.publicTenant(mailbox.tenant),
    scheduled: formatInstant(plan.scheduledAt, zone),
    tomorrow: plan.tomorrow,
    ...(plan.clockChange === null ? {} : { clockChange: plan.clockChange }),
    ...(twin === null ? {} : { existing: askedFor(twin) }),
    others: others.map((other) => ({
      ...askedFor(other.call),
      scheduled: formatInstant(other.at, zone),
      repeats: isRepeating(other.call),
      confirm: other.call.confirm,
      prompt: other.call.prompt,
    })),
    occupied,
    ...(guests === null ? {} : { guests: [...guests] }),
    vip,
    method,
    next: next.map((at) => formatInstant(at, zone)),
  }
}

const askedFor = (call: Wakeup) => ({
  id: call.id,
  askedBy: call.askedBy,
  created: formatInstant(call.createdAt, call.zone),
})
