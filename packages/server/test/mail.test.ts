import { type Certificate, selfSigned } from '@reveille/sip/testing'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { smtpMailer } from '../src/connectors/mail/smtp-mailer.ts'
import { type MailServerOptions, openMailServer } from './mail-server.ts'

const TO = ['desk@hotel.example', 'manager@hotel.example']
const MAIL = { to: TO, subject: 'Room 101', text: 'Nobody answered' }
const USERS = { voice: 'sesame' }
const LOGIN = { username: 'voice', password: 'sesame' }

let certificate: Certificate
beforeAll(() => {
  if (has('openssl')) certificate = selfSigned('localhost', 'DNS:localhost', 'IP:127.0.0.1')
})

type Settings = Parameters<typeof smtpMailer>[0] extends () => infer S ? NonNullable<S> : never

/** A mail server, and what sends to it. */
async function opened(options: MailServerOptions, settings: Partial<Settings>, isTrusted = true) {
  const server = await openMailServer(options)
  onTestFinished(() => server.close())
  const all: Settings = {
    host: '127.0.0.1',
    port: server.port,
    from: 'voice@hotel.example',
    tls: 'auto',
    ...settings,
  }
  const mailer = smtpMailer(() => all, isTrusted ? { ca: [certificate.cert] } : {})
  return { server, send: () => mailer.send(MAIL) }
}

describe.skipIf(!has('openssl'))('a mail', () => {
  test('goes to all its addresses at once', async () => {
    const { server, send } = await opened({}, {})
    await send()
    expect(await server.next()).toMatchObject({ to: TO, subject: 'Room 101', user: null, isEncrypted: false })
  })

  test.each([
    ['after a greeting in the clear, where it is offered', { implicit: false }, 'auto'],
    ['after a greeting in the clear', { implicit: false }, 'starttls'],
    ['from the first byte', { implicit: true }, 'implicit'],
  ] as const)('is encrypted %s, and sent by one who has logged in', async (_, how, tls) => {
    const { server, send } = await opened({ certificate, users: USERS, ...how }, { ...LOGIN, tls })
    await send()
    expect(await server.next()).toMatchObject({ to: TO, user: 'voice', isEncrypted: true })
  })

  test('with a wrong password is not taken, and says why', async () => {
    const { server, send } = await opened({ certificate, users: USERS }, { ...LOGIN, password: 'wrong' })
    await expect(send()).rejects.toThrow(/did not take the message.*Wrong name or password/)
    await expect(send()).rejects.toMatchObject({ trouble: 'login' })
    expect(server.mails).toEqual([])
  })

  test.each([
    ['whose name nobody knows', { host: 'mail.invalid' }, 'host'],
    ['that does not answer', { port: 9 }, 'silent'],
    ['that offers no encryption', { tls: 'starttls' }, 'security'],
    ['that encrypts from the first byte, and is spoken to in the clear', { tls: 'implicit' }, 'security'],
  ] as const)('goes to no server %s, and says why in a word', async (_, settings, trouble) => {
    const { send } = await opened({}, settings)
    await expect(send()).rejects.toMatchObject({ trouble })
  })

  test('with a password goes to no server that offers no encryption', async () => {
    const { server, send } = await opened({ users: USERS }, LOGIN)
    await expect(send()).rejects.toThrow(/did not take the message/)
    expect(server.mails).toEqual([])
  })

  test('that must be encrypted goes to no server that offers no encryption', async () => {
    const { server, send } = await opened({}, { tls: 'starttls' })
    await expect(send()).rejects.toThrow(/did not take the message/)
    expect(server.mails).toEqual([])
  })

  test('goes to no server whose certificate nobody trusts', async () => {
    const { server, send } = await opened({ certificate, users: USERS }, LOGIN, false)
    await expect(send()).rejects.toThrow(/did not take the message.*self-signed/)
    await expect(send()).rejects.toMatchObject({ trouble: 'security' })
    expect(server.mails).toEqual([])
  })

  test('is sent in the clear where the hotel says so, whatever the server offers', async () => {
    const { server, send } = await opened({ certificate }, { tls: 'off' })
    await send()
    expect(await server.next()).toMatchObject({ isEncrypted: false })
  })

  test('whose password cannot be read is not tried', async () => {
    const { server, send } = await opened(
      { certificate, users: USERS },
      { ...LOGIN, password: 'safe:v1:lost' },
    )
    await expect(send()).rejects.toThrow(/give it again/)
    expect(server.mails).toEqual([])
  })
})
