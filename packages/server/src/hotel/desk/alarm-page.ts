import type { AlarmAbout } from './alarm-about.ts'

/** The page of the console where somebody looks who wants to know more of what an alarm is about. */
export function alarmPageOf({ type, id }: AlarmAbout): string {
  const key = encodeURIComponent(id)
  switch (type) {
    case 'wakeup':
      return `/wakeup/${key}`
    case 'delivery':
      return `/delivery/${key}`
    case 'connector':
    case 'server':
      return `/deliveries?lane=${key}`
    case 'line':
      return `/settings/lines/${key}`
    case 'room':
      return `/room/${key}`
    case 'charge':
      return '/minibar'
    case 'house':
      return '/system'
  }
}
