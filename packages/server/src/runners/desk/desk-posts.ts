import { isPostWanted } from '../../hotel/desk/escalation.ts'
import type { AlarmPoster } from '../../connectors/connector.ts'
import type { MessageWay } from './desk-messages.ts'

/** To a server: each alarm in a post of its own. */
export const deskPosts = (poster: AlarmPoster): MessageWay => ({
  name: 'webhook',
  isWanted: isPostWanted,
  messages: (alarms) => alarms.map((alarm) => [alarm]),
  to: ({ webhook }) => webhook?.url ?? '',
  async send([alarm], { webhook }) {
    return alarm && webhook ? poster.post(webhook, alarm) : null
  },
  times: ({ posts }) => posts,
  sent: (alarm, takenAt) => ({
    ...alarm,
    posts: alarm.posts + 1,
    postedAt: takenAt ?? alarm.postedAt,
  }),
})
