import type { Alarm } from '../../hotel/desk/alarm.ts'
import { aboutOf } from '../../hotel/desk/alarm-about.ts'
import { alarmPageOf } from '../../hotel/desk/alarm-page.ts'
import { isMailWanted } from '../../hotel/desk/escalation.ts'
import { MAIL_WORDS, type MailWords } from '../../hotel/desk/mail-words.ts'
import { writtenIn } from '../../hotel/settings/written-language.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Mailer } from '../../connectors/connector.ts'
import type { MessageWay } from './desk-messages.ts'

interface Parts {
  readonly mailer: Mailer
  site(): { readonly name: string; readonly language: string }
  /** Where people open the console. */
  consoleAt(): string
}

/** By mail: all alarms that come together in one. */
export const deskMails = ({ mailer, site, consoleAt }: Parts): MessageWay => ({
  name: 'mail',
  isWanted: isMailWanted,
  messages: (alarms) => [alarms],
  to: ({ emails }) => emails.join(', '),
  send(alarms, { emails }) {
    const words = MAIL_WORDS[writtenIn(site().language)]
    const subject = `${site().name}: ${subjectOf(alarms, words)}`
    const text = textOf(alarms, words, consoleAt())
    return mailer.send({ to: emails, subject, text }).then(() => null, messageOf)
  },
  times: ({ mails }) => mails,
  sent: (alarm, takenAt) => ({
    ...alarm,
    mails: alarm.mails + 1,
    mailedAt: takenAt ?? alarm.mailedAt,
  }),
})

/** A rush of rooms is one sentence; the rooms stand in the text. */
function subjectOf(alarms: readonly Alarm[], words: MailWords) {
  const [first, ...others] = alarms
  if (!first) return ''
  if (others.length === 0) return words.alarm(first)
  if (alarms.every(({ kind }) => kind === 'wakeup.failed')) return words.notWoken(alarms.length)
  return words.andMore(words.alarm(first), others.length)
}

/** Each alarm with the page of what it is about. */
const textOf = (alarms: readonly Alarm[], words: MailWords, consoleAt: string) =>
  `${alarms.map((alarm) => `${words.alarm(alarm)}\n${consoleAt}${alarmPageOf(aboutOf(alarm))}`).join('\n\n')}

${words.acknowledge(alarms.length)}
${consoleAt}/alarms
`
