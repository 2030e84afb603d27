import { accountsSeen } from '../actions/accounts/accounts-seen.ts'
import { argon2Passwords } from '../actions/accounts/passwords.ts'
import { encryptSecrets } from '../actions/site/secrets.ts'
import { loadSettings } from '../actions/settings.ts'
import { LOG_HOUSE } from '../hotel/nodes/houses.ts'
import { diskOf, watchLoopDelay } from '../kernel/machine.ts'
import { alarmLines } from '../runners/desk/alarm-lines.ts'
import { MachineFacts } from '../runners/nodes/machine-facts.ts'
import type { AppConfig, Inside, Install } from './config.ts'
import { assembleMenus } from './menus.ts'
import { lineCount, ownSchema } from './node-facts.ts'
import { assembleProperty } from './property.ts'
import type { HouseGround } from './ground.ts'
import { assembleWorkers, type Workers } from './workers.ts'
import { assembleActions } from './actions.ts'

/** Every part of the house, made once, in order; each gets only what it needs. */
export async function assemble(config: AppConfig, outside: Inside, ground: HouseGround) {
  const { database } = ground
  const { passwords = argon2Passwords } = outside
  const settings = await loadSettings(database)
  const carryOut = (install: Install) =>
    database.inTurn(() => install({ database, settings, passwords, spoken: ground.languages.tags }))
  await carryOut(config.install)
  const lostSecrets = await encryptSecrets({ database, clock: outside.clock, log: outside.log })
  ground.sealer.onSealed(alarmLines(outside.log))
  // All nodes are told of every row: one of them counts it.
  ground.sealer.onSealed((rows) => ground.home.has(LOG_HOUSE) && ground.metrics.happened(rows))
  const workers = await assembleWorkers(config, outside, ground, settings)
  ground.sealer.onSealed((rows) => workers.deliveryRunner.happened(rows))
  const { parts, events, screens } = await assembleActions(outside, ground, settings, workers)
  const working = { ...parts, database: ground.working }
  const { telephony, voice, desk, spokenSite: site } = workers
  assembleMenus(outside, { parts: working, settings, telephony, voice, desk, site })
  const links = () => workers.deliveryRunner.properties()
  const property = assembleProperty(outside, {
    parts: working,
    sealer: ground.sealer,
    links,
    home: ground.home,
  })
  workers.ears.push(property.ear)
  workers.clockWatch.onMoved((by) => property.propertyWatch.moved(by))
  const machine = new MachineFacts({
    disk: outside.disk ?? (() => diskOf(config.dataFolder)),
    longestDelay: ground.home.isAlone ? () => 0 : watchLoopDelay(),
  })
  const acting = { ...workers, parts, events, screens }
  /** Loaded apart, as it is most of what there is to load: phones ring before it is there. */
  const openHttp = async () => (await import('./http.ts')).assembleHttp(config, outside, ground, acting)
  return {
    ...workers,
    ...property,
    settings,
    openHttp,
    events,
    lostSecrets,
    screenWatch: screens,
    machine,
    nodeFacts: () => ({ ...nodeFactsOf(workers), ...machine.now, schema: ownSchema(database) }),
    /** A site file that comes while the house is open: everybody goes by it from now on. */
    async reinstall(install: Install) {
      const seen = await accountsSeen(database)
      await carryOut(install)
      await encryptSecrets({ database, clock: outside.clock, log: outside.log })
      for (const name of await seen.changed()) await parts.forgetCredentials(name)
      await workers.deliveryRunner.refresh()
      await ground.own.agreed()
    },
    /** What was changed at another node. */
    async reload() {
      await screens.accountsChanged()
      await settings.reload()
      await workers.phrases.reload()
      await workers.deliveryRunner.refresh()
    },
  }
}

const nodeFactsOf = ({ telephony, runner, databaseClock }: Workers) => ({
  lines: lineCount(telephony),
  isTelephoneOn: telephony.describe().running,
  callsUp: runner.describe().ringing,
  clockAheadMs: -(databaseClock.ahead ?? 0),
})
