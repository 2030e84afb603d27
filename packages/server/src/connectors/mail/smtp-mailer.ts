import { createTransport } from 'nodemailer'
import { messageOf } from '../../kernel/failure.ts'
import type { Mailer } from '../connector.ts'

/** The mail section of the site; empty when no mail is sent. */
export interface MailSettings {
  readonly host?: string
  readonly port?: number
  readonly from?: string
  readonly username?: string
  readonly password?: string
  readonly secure?: boolean
}

const PATIENCE_MS = 15_000

/** Sends over SMTP; the settings are read anew for each message, which are few. */
export function smtpMailer(settings: () => MailSettings): Mailer {
  return {
    get ready() {
      return settings().host !== undefined
    },
    async send({ to, subject, text }) {
      const { from } = settings()
      const transport = transportOf(settings())
      try {
        await transport.sendMail({ from, to, subject: oneLine(subject), text })
      } catch (error) {
        throw new Error(`The mail server did not take the message: ${messageOf(error)}`, { cause: error })
      } finally {
        transport.close()
      }
    },
  }
}

function transportOf({ host, port = 25, secure = false, username, password = '' }: MailSettings) {
  if (host === undefined) throw new Error('No mail server is configured')
  const patience = {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  }
  const auth = username === undefined ? {} : { auth: { user: username, pass: password } }
  return createTransport({ host, port, secure, ...auth, ...patience })
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
