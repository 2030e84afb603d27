import { createTransport } from 'nodemailer'
import { MailRefused } from '../../hotel/desk/mail-refused.ts'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import { messageOf } from '../../kernel/failure.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { Mailer } from '../connector.ts'

type MailServer = NonNullable<SiteSections['email']>
type MailTrouble = MailRefused['trouble']

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
      if (current === null) throw new MailRefused('server', 'No mail server is configured')
      if (isEncrypted(current.password))
        throw new MailRefused(
          'key',
          'Its password cannot be read with the key of this installation: give it again',
        )
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
        throw new MailRefused(
          troubleIn(error),
          `The mail server did not take the message: ${messageOf(error)}`,
          error,
        )
      } finally {
        transport.close()
      }
    },
  }
}

/** By what Nodemailer calls it; where that is a socket, by what the socket says. */
const TROUBLES: Readonly<Record<string, MailTrouble>> = {
  EDNS: 'host',
  ENOTFOUND: 'host',
  EAI_AGAIN: 'host',
  ECONNECTION: 'silent',
  ECONNREFUSED: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  ETIMEDOUT: 'silent',
  ETLS: 'security',
  EREQUIRETLS: 'security',
  EAUTH: 'login',
  ENOAUTH: 'login',
}

function troubleIn(error: unknown): MailTrouble {
  const code = codeOf(error)
  if (code === 'ESOCKET') return socketTrouble(error)
  return TROUBLES[code] ?? 'refused'
}

/** A socket breaks where nobody listens, and where a certificate is not trusted. */
function socketTrouble(error: unknown): MailTrouble {
  const words = messageOf(error)
  const named = Object.keys(TROUBLES).find((code) => words.includes(code))
  return named === undefined ? 'security' : (TROUBLES[named] ?? 'security')
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

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
