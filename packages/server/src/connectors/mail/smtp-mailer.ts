import { createTransport } from 'nodemailer'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { Mailer } from '../connector.ts'

type MailServer = NonNullable<SiteSections['email']>

/** Certificates that are trusted besides those that Node trusts. */
interface Trust {
  readonly ca?: readonly Buffer[]
}

const PATIENCE_MS = 15_000

/** Sends over SMTP. Messages are few, so each reads the settings again. */
export function smtpMailer(server: () => MailServer | null, trust: Trust = {}): Mailer {
  return {
    get ready() {
      return server() !== null
    },
    async send({ to, subject, text, attachment }) {
      const current = server()
      if (current === null) throw new Error('No mail server is configured')
      if (isEncrypted(current.password))
        throw new Error('Its password cannot be read with the key of this installation: give it again')
      const transport = transportTo(current, trust)
      try {
        await transport.sendMail({
          from: current.from,
          to: [...to],
          subject: oneLine(subject),
          text,
          attachments: attachment
            ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }]
            : [],
        })
      } catch (error) {
        throw new Error(`The mail server did not take the message: ${messageOf(error)}`, { cause: error })
      } finally {
        transport.close()
      }
    },
  }
}

const transportTo = ({ host, port, username, password, tls }: MailServer, { ca }: Trust) =>
  createTransport({
    host,
    port,
    secure: tls === 'implicit',
    // RFC 3207 6: a server that offers no TLS may be somebody in between, who would read the password.
    requireTLS: tls === 'starttls' || (tls === 'auto' && username !== undefined),
    ignoreTLS: tls === 'off',
    ...(username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }),
    ...(ca ? { tls: { ca: [...ca] } } : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
