import { plainName } from '../accounts/tenancy.ts'
import { type Alarm, type AlarmKind, alarmOf, callOf } from './alarm.ts'

/** Red: somebody must act now, as a guest or a posting waits. Amber: the house is not well. */
export type AlarmLevel = 'red' | 'amber'

const RED: readonly AlarmKind[] = [
  'wakeup.failed',
  'wakeup.no-line',
  'wakeup.left-behind',
  'guest.needs-help',
  'wakeup.by-hand',
  'property.refused',
]

export const alarmLevel = (kind: AlarmKind): AlarmLevel => (RED.includes(kind) ? 'red' : 'amber')

/** Where somebody looks who wants to know more. */
export interface AlarmAbout {
  readonly type: 'wakeup' | 'line' | 'connector' | 'server' | 'delivery' | 'charge' | 'room' | 'house'
  /** Its id or name; empty for the house. */
  readonly id: string
}

const HOUSE: AlarmAbout = { type: 'house', id: '' }

const isOfDestination = [
  alarmOf('delivery.failing'),
  alarmOf('delivery.disabling'),
  alarmOf('delivery.disabled'),
] as const
const isOfMessage = [
  alarmOf('delivery.late'),
  alarmOf('delivery.refused'),
  alarmOf('delivery.uncertain'),
  alarmOf('delivery.doubled'),
] as const
const isTask = alarmOf('charge.take-back')
const isRefusedCall = alarmOf('property.refused')

/** The thing that an alarm is about. */
export function aboutOf(alarm: Alarm): AlarmAbout {
  if (alarm.kind.startsWith('wakeup.')) return { type: 'wakeup', id: callOf(alarm) }
  if (alarm.kind === 'line.down') return { type: 'line', id: nameIn(alarm) }
  if (alarm.kind === 'property.down' || alarm.kind === 'property.lost')
    return { type: 'connector', id: nameIn(alarm) }
  if (isRefusedCall(alarm)) return { type: 'connector', id: alarm.detail.system }
  if (isTask(alarm)) return { type: 'charge', id: alarm.detail.charge }
  if (alarm.kind === 'delivery.check-out' || alarm.kind === 'guest.needs-help')
    return { type: 'room', id: alarm.room }
  return ofDelivery(alarm)
}

const nameIn = ({ tenant, subject }: Alarm) => plainName({ tenant, name: subject })

function ofDelivery(alarm: Alarm): AlarmAbout {
  for (const is of isOfDestination)
    if (is(alarm))
      return {
        type: alarm.detail.purpose === 'charge' ? 'connector' : 'server',
        id: alarm.detail.destination,
      }
  for (const is of isOfMessage) if (is(alarm)) return { type: 'delivery', id: alarm.detail.delivery }
  return HOUSE
}

/** What happens again and again is written when it is news: at first each time, then each tenth, then each hundredth. */
export const isCounted = (times: number): boolean => times % (times < 10 ? 1 : times < 100 ? 10 : 100) === 0
