import type { App, Install } from '../app.ts'
import type { ServeOptions } from '../config/options.ts'
import type { Clock } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { filesNamed } from './files.ts'
import type { SiteToApply } from './site.ts'
import type { Terminal } from './terminal.ts'

interface Parts {
  readonly app: Pick<App, 'reinstall' | 'renewCertificate'>
  readonly options: Pick<ServeOptions, 'site' | 'tls'>
  readonly terminal: Terminal
  readonly clock: Clock
  readonly log: Log
  installWith(site: SiteToApply | null): Install
}

/** What SIGHUP asks for: site file and certificate are read again. With a mistake in either, both stay as they were. */
export async function reload(parts: Parts): Promise<void> {
  const { terminal, log } = parts
  const why = await tryAll(parts).catch((error: unknown) => [messageOf(error)])
  if (why.length === 0) {
    terminal.print('Site file and certificate were read again, and are in force.')
    log.info({ event: 'server.reloaded' }, 'Site file and certificate were read again')
    return
  }
  for (const one of why) terminal.complain(one)
  terminal.complain('Nothing was changed: the house goes on as it was.')
  log.error({ event: 'server.not-reloaded', why }, 'Site file and certificate stay as they were')
}

/** The site first: it may be refused beside what is stored, and the certificate was found to be good before. */
async function tryAll({ app, options, terminal, clock, installWith }: Parts): Promise<readonly string[]> {
  const read = filesNamed(options, clock.now())
  if ('mistakes' in read) return read.mistakes
  const { site, certificate } = read
  await app.reinstall(installWith(site))
  if (certificate === null) return []
  for (const doubt of certificate.doubts) terminal.complain(doubt)
  await app.renewCertificate(certificate.tls)
  return []
}

/** One after the other; however often it is asked for meanwhile, once more is enough. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked) {
      isAsked = false
      await work()
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
