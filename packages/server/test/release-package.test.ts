import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { bootMachine, canBoot, type Machine } from './debian-machine.ts'
import { FIRST, type Product, Workshop } from './released.ts'

const ANNA = 'anna:early-bird-9'
const ADDS = "(db) => db.schema.alterTable('wakeup').addColumn('lobby', 'text').execute()"
const CHANGES = "(db) => db.schema.alterTable('wakeup').addColumn('porch', 'text').execute()"

/** Three packages are made first. */
const PATIENCE = 300_000

/** One machine through its years, told in order: each test goes on where the one before it left off. */
describe.skipIf(!has('curl') || !canBoot())('a package on a machine with Debian and Node', () => {
  let workshop: Workshop
  let machine: Machine
  let [patch, major]: Product[] = []

  beforeAll(async () => {
    workshop = new Workshop()
    await workshop.first()
    patch = workshop.later('0.0.8', { '0002-lobby+': ADDS })
    major = workshop.later('0.1.0', { '0002-lobby+': ADDS, '0003-porch': CHANGES })
    for (const product of [FIRST, patch, major]) await workshop.debian(product)
    machine = await bootMachine(workshop.out)
  }, PATIENCE)
  afterAll(() => {
    machine?.off()
    workshop.close()
  })

  const run = (command: string) => machine.run(command)
  const fileOf = (product: Product | undefined) => `/packages/reveille_${product?.version}_*.deb`
  const apt = (words: string) => run(`DEBIAN_FRONTEND=noninteractive apt-get --yes ${words} 2>&1`)
  // As apt does it, in half the time.
  const install = (product: Product | undefined) => run(`dpkg --install ${fileOf(product)} 2>&1`)
  const ask = (rest: string, words = '') =>
    run(`curl --silent --fail-with-body --user ${ANNA} ${words} http://127.0.0.1:8080${rest}`)
  const isWell = () => vi.waitUntil(() => ask('/healthz').catch(() => false), { timeout: 60_000 })
  const version = async () => JSON.parse(await ask('/rest/session')).version as string
  const calls = () => ask('/rest/wakeup/list/pending')
  const fails = (command: string) =>
    run(command).then(
      () => '',
      (error: unknown) => String(error),
    )

  it('is installed without a question, and serves', async () => {
    await apt(`install --no-install-recommends ${fileOf(FIRST)}`)
    expect(await ask('/healthz', '--include')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await run('systemctl is-enabled reveille')).toBe('enabled')
    expect(await run('systemctl show reveille --property=User,Type,WatchdogUSec --value')).toBe(
      'notify\n1min\nreveille',
    )
  })

  it('has a unit in which systemd finds no mistake, and that may touch little', async () => {
    expect(await run('systemd-analyze verify reveille.service 2>&1')).toBe('')
    await run('systemd-analyze security --no-pager --threshold=20 reveille.service')
  })

  it('begins unclaimed, with a code that root can read and nobody else', async () => {
    expect(await ask('/welcome.json')).toContain('"state":"new"')
    const code = await run('cat /run/reveille/claim-code')
    expect(await fails('setpriv --reuid=nobody --clear-groups cat /run/reveille/claim-code')).toMatch(
      /denied/,
    )
    expect(await run('journalctl --unit=reveille')).not.toContain(code)
    const claim = `--data code=${code} --data username=anna --data password=early-bird-9 --write-out '%{http_code}'`
    expect(await ask('/rest/setup/claim', claim)).toMatch(/201$/)
    await ask('/rest/config/mailbox', '--data number=101')
    await ask('/rest/wakeup', '--data room=101 --data time=0630 --data daily=true')
    expect(await calls()).toContain('"101"')
  })

  it('rings within what its unit lets it do', async () => {
    const virtual = { telephony: { mode: 'virtual', virtual: { default: 'answer' } } }
    const body = `--request PUT --header 'content-type: application/json' --data '${JSON.stringify(virtual)}'`
    await ask('/rest/config/site', body)
    await ask(
      '/rest/wakeup',
      `--data room=101 --data datetime=$(date --utc --date='3 seconds' +%Y-%m-%dT%H:%M:%SZ)`,
    )
    const rung = async () => (await ask('/rest/wakeup/list/answered')).includes('"101"')
    await vi.waitUntil(rung, { timeout: 100_000, interval: 500 })
  })

  it('is started again by systemd when it stands still', async () => {
    const before = await run('systemctl show reveille --property=MainPID --value')
    await run(
      `mkdir /run/systemd/system/reveille.service.d
      printf '[Service]\\nWatchdogSec=3\\nTimeoutAbortSec=1\\n' > /run/systemd/system/reveille.service.d/soon.conf
      systemctl daemon-reload && systemctl restart reveille`,
    )
    await run('kill -STOP $(systemctl show reveille --property=MainPID --value)')
    await vi.waitUntil(
      async () => (await run('systemctl show reveille --property=NRestarts --value')) === '1',
      {
        timeout: 60_000,
      },
    )
    await isWell()
    expect(await run('systemctl show reveille --property=MainPID --value')).not.toBe(before)
    await run(
      'rm -r /run/systemd/system/reveille.service.d && systemctl daemon-reload && systemctl restart reveille',
    )
  })

  it('keeps data and settings when a version comes that only adds to the tables, and when it goes again', async () => {
    const before = await calls()
    await run('echo REVEILLE_LOG_LEVEL=debug >> /etc/reveille/reveille.env')
    for (const product of [patch, FIRST, patch]) {
      await install(product)
      expect(await version()).toBe(product?.version)
      expect(await calls()).toBe(before)
    }
    expect(await run('tail -1 /etc/reveille/reveille.env')).toBe('REVEILLE_LOG_LEVEL=debug')
    expect(await run('reveille doctor')).not.toMatch(/^fault/m)
  })

  it('is brought back from a version that changed the tables by the backup that was made before it', async () => {
    const before = await calls()
    await run('reveille backup /var/lib/reveille/before-upgrade.backup')
    await install(major)
    expect([await version(), await calls()]).toEqual([major?.version, before])

    expect(await install(patch)).toContain('journalctl -u reveille says why')
    expect(await run('journalctl --unit=reveille')).toContain('made by a newer version of Reveille')
    await run(
      `systemctl stop reveille && cd /var/lib/reveille && mkdir newer && mv reveille.sqlite* newer
      reveille restore /var/lib/reveille/before-upgrade.backup --live && systemctl start reveille`,
    )
    expect([await version(), await calls()]).toEqual([patch?.version, before])
  })

  it('is removed with its house kept, and finds it again, also without settings', async () => {
    const before = await calls()
    await apt('remove reveille')
    expect(await fails('systemctl is-active reveille')).not.toBe('')
    expect(await run('ls /usr/lib/reveille /usr/bin/reveille 2>/dev/null || true')).toBe('')
    expect(await run('ls /etc/reveille /var/lib/reveille/reveille.sqlite')).toContain('reveille.env')
    await run('rm /etc/reveille/reveille.env')
    await install(patch)
    expect(await calls()).toBe(before)
  })

  it('leaves nothing when it is purged', async () => {
    await apt('purge reveille')
    const places = ['/etc', '/usr', '/var', '/run', '/home', '/root', '/opt', '/srv']
    const noise = "-not -path '/var/log/journal/*' -not -path '/var/lib/dpkg/*'"
    expect(await run(`find ${places.join(' ')} -xdev -name '*reveille*' ${noise}`)).toBe('')
    expect(await fails('getent passwd reveille')).not.toBe('')
    expect(await fails('getent group reveille')).not.toBe('')
  })
})
