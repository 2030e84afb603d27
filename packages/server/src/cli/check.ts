import type { Command } from 'commander'
import { mailerFor } from '../app.ts'
import { type Environment, type RawOptions, resolveOptions, unknownVariables } from '../config/options.ts'
import { sectionsInForce, type SiteSections } from '../hotel/settings/sections.ts'
import type { SitePlan } from '../hotel/site/site-plan.ts'
import { policyOf } from '../hotel/wakeups/wakeup-policy.ts'
import { systemClock } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import { howMany } from '../kernel/how-many.ts'
import { filesNamed } from './files.ts'
import { readSite } from './site.ts'
import type { Terminal } from './terminal.ts'

interface Work {
  readonly env: Environment
  readonly terminal: Terminal
}

/** Of a command that was given something wrong, as of a start. */
const WRONG = 2

/** `check FILE`: what a start would complain about, without one. */
export function addCheckCommand(program: Command, work: Work) {
  program
    .command('check')
    .description('tell every mistake in a site file, and in other options that are given; start nothing')
    .argument('[file]', 'the site file (default: that of --site)')
    .option('--mail', 'also send a test message, over the mail server of the file')
    .option('--to <ADDRESS>', 'whom the test message goes to (default: whoever is told of alarms by mail)')
    .action(async (file: string | undefined, _, command: Command) => {
      const words = command.optsWithGlobals<RawOptions>()
      process.exitCode = await check(file === undefined ? words : { ...words, site: file }, work)
    })
}

async function check({ mail, to, ...words }: RawOptions, { env, terminal }: Work): Promise<number> {
  for (const unknown of unknownVariables(env)) terminal.complain(`WARNING: ${unknown}`)
  const resolved = resolveOptions(words, env)
  if ('mistakes' in resolved) return wrong([...resolved.mistakes, ...mistakesIn(words['site'])], terminal)
  const read = filesNamed(resolved.options, systemClock().now())
  if ('mistakes' in read) return wrong(read.mistakes, terminal)
  const { site, certificate } = read
  if (site === null) return wrong(['check needs the name of a site file'], terminal)
  for (const doubt of certificate?.doubts ?? []) terminal.complain(doubt)
  for (const doubt of site.doubts) terminal.complain(`WARNING: ${doubt}`)
  terminal.print(`${resolved.options.site} is in order: ${inShort(site.plan)}.`)
  return mail === true ? tryMail(site.plan, to, terminal) : 0
}

/** Those of the file, whatever is wrong with the other options. */
function mistakesIn(site: RawOptions[string]): readonly string[] {
  const alone = resolveOptions({ site }, {})
  const read = 'options' in alone ? readSite(alone.options) : null
  return read !== null && 'mistakes' in read ? read.mistakes : []
}

function wrong(mistakes: readonly string[], { complain }: Terminal): number {
  for (const mistake of mistakes) complain(mistake)
  complain(`${howMany(mistakes.length, 'mistake')}; nothing was started`)
  return WRONG
}

/** What somebody who has written the file can count. */
function inShort({ sections, mailboxes, users, lines }: SitePlan): string {
  const { site, telephony } = sectionsInForce(sections)
  const phones = { none: 'no telephone line, so that no room can be rung', virtual: 'built-in phones only' }
  return [
    `${site.name} in ${site.timezone}`,
    howMany(mailboxes.length, 'room'),
    howMany(users.length, 'account'),
    telephony.mode === 'sip' && lines.length > 0
      ? howMany(lines.length, 'line')
      : phones[telephony.mode === 'virtual' ? 'virtual' : 'none'],
  ].join(', ')
}

async function tryMail({ sections }: SitePlan, to: unknown, { print, complain }: Terminal): Promise<number> {
  const settings = sectionsInForce(sections)
  const addresses = typeof to === 'string' ? [to] : toldByMail(settings)
  if (addresses.length === 0) {
    complain('Nobody is told of alarms by mail in this file: name somebody with --to ADDRESS')
    return WRONG
  }
  try {
    await mailerFor(settings.email).send({ to: addresses, ...testMail(settings.site.name) })
    print(`A test message was taken for ${addresses.join(', ')}: see that it arrives.`)
    return 0
  } catch (error) {
    complain(messageOf(error))
    return 1
  }
}

const toldByMail = ({ wakeup }: SiteSections): readonly string[] => [
  ...new Set(policyOf(wakeup, undefined).escalation.flatMap(({ emails }) => emails)),
]

const testMail = (hotel: string) => ({
  subject: `Reveille at ${hotel}: this is a test`,
  text: `Alarms of ${hotel} will come to this address.\n\nAsked for by the command check.\n`,
})
