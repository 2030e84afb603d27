import type { Settings } from '../actions/settings.ts'
import type { LineTester } from '../actions/site/line-tests.ts'
import type { LinesAtWork } from '../actions/wakeups/forecast.ts'
import type { Telephony } from '../calls/lines/telephony.ts'
import type { DestinationKey, Destination } from '../hotel/deliveries/destination.ts'
import type { Trial } from '../hotel/deliveries/trial.ts'
import { inScope, NO_TENANT, type Scope } from '../hotel/accounts/tenancy.ts'
import type { TestOrder } from '../hotel/desk/line-test.ts'
import { type PropertySystem, systemKey } from '../hotel/property/property.ts'
import type { Line } from '../hotel/settings/line.ts'
import { seconds } from '../kernel/clock.ts'
import { isFailure } from '../kernel/failure.ts'
import type { DeliveryRunner } from '../runners/deliveries/delivery-runner.ts'
import type { TestCalls } from '../runners/desk/test-calls.ts'
import type { Asking, Errands } from '../runners/nodes/errands.ts'
import type { Outside } from './config.ts'

interface Workers {
  readonly telephony: Telephony
  readonly testCalls: TestCalls
  readonly deliveryRunner: DeliveryRunner
  tryOut(destination: Destination, user: string): Promise<Trial> | null
}

interface Ground extends Workers {
  readonly errands: Errands
  readonly settings: Settings
}

/** An exchange is asked for some seconds. */
const LINE_PATIENCE = seconds(12)
/** A receiver may take its time to answer a message. */
const TRIAL_PATIENCE = seconds(40)
/** Lines are only looked at, and whoever waits has more to show. */
const LOOK_PATIENCE = seconds(3)

export type Askings = ReturnType<typeof assembleAskings>

/** What only the home of a house knows or does, and may be asked for at any node. */
export function assembleAskings({ tryLine }: Pick<Outside, 'tryLine'>, ground: Ground) {
  const { errands, telephony, deliveryRunner } = ground
  const { caller } = telephony
  const reports = errands.kind('lines', (_: null) => caller.report(), LOOK_PATIENCE)
  const looks = errands.kind('lines.look', (_: null) => linesLooked(telephony), LINE_PATIENCE)
  const queues = errands.kind('queues', (_: null) => deliveryRunner.describe())
  const traces = errands.kind('trace', (of: DestinationKey) => deliveryRunner.trace(of))
  const guests = errands.kind(
    'guests',
    (of: PropertySystem) =>
      deliveryRunner
        .properties()
        .find(({ system }) => systemKey(system) === systemKey(of))
        ?.askForGuests() ?? null,
  )
  const trials = errands.kind(
    'destination.try',
    async ({ destination, user }: { destination: Destination; user: string }) =>
      await ground.tryOut(destination, user),
    TRIAL_PATIENCE,
  )
  return {
    lineReports: (scope: Scope) => ofScope(reports, scope),
    linesOf: linesAtWork(telephony, (scope) => ofScope(reports, scope)),
    linesLooked: async () => (await looks.everywhere(null)).flat(),
    queues: (scope: Scope) => ofScope(queues, scope),
    traceOf: (destination: DestinationKey) => traces.at(destination.tenant, keyOf(destination)),
    askForGuests: ({ name, tenant }: PropertySystem) => guests.at(tenant, { name, tenant }),
    tryOut: (destination: Destination, user: string) => trials.at(destination.tenant, { destination, user }),
    tester: testerOf(tryLine, ground),
  }
}

/** Lines of no tenant make one house of all. */
const ofScope = async <T>(asking: Asking<null, readonly T[]>, scope: Scope): Promise<readonly T[]> =>
  scope === null ? (await asking.everywhere(null)).flat() : asking.at(scope, null)

const keyOf = ({ purpose, tenant, name }: DestinationKey): DestinationKey => ({ purpose, tenant, name })

/** Null of a line that works and whose exchange answers. */
const linesLooked = ({ caller }: Telephony) =>
  Promise.all(
    caller.describe().map(async ({ name, working, why }) => ({
      name,
      problem: working ? await caller.ping(name) : why || 'not registered',
    })),
  )

type Reports = (scope: Scope) => Promise<readonly { tenant: string; working: boolean; calls: number }[]>

/** Calls that a tenant's lines, or all lines, carry at once. Lines of which nobody tells anything do not work. */
const linesAtWork =
  (telephony: Telephony, reports: Reports) =>
  async (scope: Scope): Promise<LinesAtWork> => {
    const isOwn = ({ tenant }: { tenant: string }) => tenant === NO_TENANT || inScope(tenant, scope)
    const callsOf = (lines: readonly { tenant: string; calls: number }[]) =>
      lines.filter(isOwn).reduce((sum, { calls }) => sum + calls, 0)
    const known = await reports(scope).catch((error: unknown) => {
      if (isFailure(error) && error.code === 'home.silent') return []
      throw error
    })
    return {
      working: callsOf(known.filter(({ working }) => working)),
      total: callsOf(telephony.configured),
    }
  }

/** How lines are tried: from where the telephone is, or would be. */
function testerOf(
  tryLine: Outside['tryLine'],
  { errands, settings, telephony, testCalls }: Ground,
): LineTester {
  const from = () => {
    const { bind, publicAddress, tls = {} } = settings.current().telephony
    return { bind, tls, ...(publicAddress === undefined ? {} : { publicAddress }) }
  }
  const tries = errands.kind(
    'line.try',
    (line: Line) => (tryLine ? tryLine(line) : telephony.try(line, from())),
    LINE_PATIENCE,
  )
  const begins = errands.kind('line.test', ({ id, order }: { id: string; order: TestOrder }) => {
    testCalls.begin(id, order)
    return id
  })
  const finds = errands.kind('line.tested', (id: string) => testCalls.find(id) ?? null)
  return {
    try: (line) => tries.at(line.tenant, line),
    isBuiltIn: (name) => telephony.describe().mode === 'virtual' && name === 'virtual',
    begin: async (id, order) => void (await begins.at(order.tenant, { id, order })),
    find: (tenant, id) => finds.at(tenant, id),
  }
}
