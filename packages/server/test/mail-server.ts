import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** A real SMTP server on this machine, which takes what it is given. */
export interface MailServer {
  readonly port: number
  readonly mails: readonly Mail[]
  /** The next mail that comes, or that came and nobody has asked for. */
  next(): Promise<Mail>
  close(): Promise<void>
}

export async function openMailServer(port = 0): Promise<MailServer> {
  const mails: Mail[] = []
  const waiting: ((mail: Mail) => void)[] = []
  let asked = 0
  const take = (mail: Mail) => {
    mails.push(mail)
    waiting.shift()?.(mail)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, { envelope }, done) {
      let text = ''
      for await (const piece of stream) text += String(piece)
      const { mailFrom, rcptTo } = envelope
      const to = rcptTo.map(({ address }) => address)
      take({ from: mailFrom === false ? '' : mailFrom.address, to, ...partsOf(text) })
      done()
    },
  })
  server.listen(port, '127.0.0.1')
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

/** RFC 5322 2.2.3: a long subject goes on in the next line. */
function partsOf(message: string) {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const subject = /^subject: (.*)$/im.exec(head.replaceAll(/\r\n[ \t]/g, ' '))?.[1] ?? ''
  return { subject, text: body.join('\r\n\r\n') }
}
