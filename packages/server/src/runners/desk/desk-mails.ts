import type { Alarm } from '../../hotel/desk/alarm.ts'
import { isMailWanted } from '../../hotel/desk/escalation.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Mailer } from '../../connectors/connector.ts'
import type { MessageWay } from './desk-messages.ts'

interface Parts {
  readonly mailer: Mailer
  site(): { readonly name: string }
}

/** By mail: all alarms that come together in one. */
export const deskMails = ({ mailer, site }: Parts): MessageWay => ({
  name: 'mail',
  isWanted: isMailWanted,
  messages: (alarms) => [alarms],
  to: ({ emails }) => emails.join(', '),
  send: (alarms, { emails }) =>
    mailer
      .send({ to: emails, subject: `${site().name}: ${subjectOf(alarms)}`, text: textOf(alarms) })
      .then(() => null, messageOf),
  times: ({ mails }) => mails,
  sent: (alarm, takenAt) => ({
    ...alarm,
    mails: alarm.mails + 1,
    mailedAt: takenAt ?? alarm.mailedAt,
  }),
})

/** A rush of rooms is one sentence; the rooms stand in the text. */
function subjectOf(alarms: readonly Alarm[]) {
  const [first, ...others] = alarms
  if (others.length === 0) return first?.text
  if (alarms.every(({ kind }) => kind === 'wakeup.failed')) return `${alarms.length} rooms were not woken`
  return `${first?.text}, and ${others.length} more`
}

const textOf = (alarms: readonly Alarm[]) =>
  `${alarms.map(({ text }) => text).join('\n')}

Please acknowledge ${alarms.length === 1 ? 'it' : 'them'} in Reveille, so that others know that you know.
`
