import { createTransport } from 'nodemailer'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Mailer } from '../connector.ts'

type MailServer = NonNullable<SiteSections['email']>

const PATIENCE_MS = 15_000

/** Sends over SMTP. Messages are few, so each reads the settings again. */
export function smtpMailer(server: () => MailServer | null): Mailer {
  return {
    get ready() {
      return server() !== null
    },
    async send({ to, subject, text }) {
      const current = server()
      if (current === null) throw new Error('No mail server is configured')
      const transport = transportTo(current)
      try {
        await transport.sendMail({ from: current.from, to, subject: oneLine(subject), text })
      } catch (error) {
        throw new Error(`The mail server did not take the message: ${messageOf(error)}`, { cause: error })
      } finally {
        transport.close()
      }
    },
  }
}

const transportTo = ({ host, port }: MailServer) =>
  createTransport({
    host,
    port,
    secure: false,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
