import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '@reveille/sip/testing'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** Who was logged in; null: nobody. */
  readonly user: string | null
  readonly isEncrypted: boolean
}

/** A real SMTP server on this machine, which takes what it is given. */
export interface MailServer {
  readonly port: number
  readonly mails: readonly Mail[]
  /** The next mail that comes, or that came and nobody has asked for. */
  next(): Promise<Mail>
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly port?: number
  /** Without one it speaks in the clear only. */
  readonly certificate?: Certificate
  /** From the first byte, instead of after a greeting in the clear. */
  readonly implicit?: boolean
  /** Only they may send, with these passwords. */
  readonly users?: Readonly<Record<string, string>>
}

export async function openMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = []
  const waiting: ((mail: Mail) => void)[] = []
  let asked = 0
  const take = (mail: Mail) => {
    mails.push(mail)
    waiting.shift()?.(mail)
  }
  const server = new SMTPServer({
    ...securityOf(options),
    async onData(stream, { envelope, user, secure }, done) {
      let text = ''
      for await (const piece of stream) text += String(piece)
      const { mailFrom, rcptTo } = envelope
      const to = rcptTo.map(({ address }) => address)
      const from = mailFrom === false ? '' : mailFrom.address
      take({ from, to, ...partsOf(text), user: user ?? null, isEncrypted: secure })
      done()
    },
  })
  // A client that does not trust us hangs up in the middle.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    next() {
      const mail = mails[asked++]
      return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve))
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function securityOf({ certificate, implicit = false, users }: MailServerOptions): SMTPServerOptions {
  const { key, cert } = certificate ?? {}
  return {
    secure: implicit,
    ...(key && cert ? { key, cert } : {}),
    authOptional: !users,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(users ? [] : ['AUTH'])],
    onAuth({ username = '', password }, _, done) {
      if (users?.[username] !== undefined && users[username] === password) done(null, { user: username })
      else done(new Error('Wrong name or password'))
    },
  }
}

/** RFC 5322 2.2.3: a long subject goes on in the next line. */
function partsOf(message: string) {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const subject = /^subject: (.*)$/im.exec(head.replaceAll(/\r\n[ \t]/g, ' '))?.[1] ?? ''
  return { subject, text: body.join('\r\n\r\n') }
}
