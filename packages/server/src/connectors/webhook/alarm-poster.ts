import { type Alarm, wakeupOf } from '../../hotel/desk/alarm.ts'
import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { AlarmWebhook } from '../../hotel/wakeups/wakeup-policy.ts'
import type { AlarmPoster, DeliveryToSend } from '../connector.ts'
import { createWebhook, type WebhookParts } from './webhook.ts'
import type { BodyMaker } from './webhook-request.ts'

interface Parts extends WebhookParts {
  zoneOf(tenant: TenantId): Zone
}

/** Posts alarms as other messages are posted: signed, guarded and judged alike. They are few, so no connection is kept. */
export function alarmPoster(parts: Parts): AlarmPoster {
  return {
    async post(webhook, alarm) {
      const connector = createWebhook(settingsOf(webhook), parts, bodyOf(alarm, parts))
      try {
        const answer = await connector.deliver(messageOf(alarm, parts), new AbortController().signal)
        if (answer?.verdict.kind === 'delivered') return null
        return answer?.status ? `HTTP ${answer.status}` : (answer?.text ?? 'It was not sent')
      } finally {
        await connector.close()
      }
    },
  }
}

const settingsOf = (webhook: AlarmWebhook): WebhookSettings => ({
  ...DEFAULTS.http,
  ...webhook,
  type: 'webhook',
})

/** Sent again under the same id, until it is passed on: then it is told anew. */
const messageOf = (alarm: Alarm, { zoneOf }: Parts): DeliveryToSend => ({
  id: `${alarm.id}.${alarm.step}`,
  kind: 'alarm.raised',
  tenant: alarm.tenant,
  room: alarm.room,
  sequence: 0,
  attempts: alarm.posts,
  at: alarm.raisedAt,
  zone: zoneOf(alarm.tenant),
  payload: {},
  memo: null,
})

const bodyOf =
  (alarm: Alarm, { publicTenant }: Parts): BodyMaker =>
  ({ kind: type, at, zone }) => {
    const { id, kind, room, text, step } = alarm
    const data = {
      alarm: id,
      kind,
      room,
      wakeup: wakeupOf(alarm),
      text,
      step,
      tenant: publicTenant(alarm.tenant),
    }
    const body = JSON.stringify({ type, timestamp: formatInstant(at, zone), data })
    return { type: 'application/json', bytes: Buffer.from(body) }
  }
