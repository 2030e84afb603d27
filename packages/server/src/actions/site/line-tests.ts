import { defaultLineName, type Line, type LineConfig, lineInForce } from '../../hotel/settings/line.ts'
import { mustBringSecrets } from '../../hotel/settings/secrets.ts'
import { type LineTest, type TestOrder } from '../../hotel/desk/line-test.ts'
import type { LineTrial } from '../../hotel/site/line-trial.ts'
import { inScope, NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import { recordingFor, recordingName } from '../../hotel/wakeups/recording.ts'
import { type Clock, minutes } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Lately } from '../../kernel/lately.ts'
import { type Actor, tenantFor, transact, unknown } from '../actor.ts'
import type { ResourceParts } from '../resource.ts'
import { lineActions } from './lines.ts'
import { mustSeeAll } from './tenants.ts'

/** How lines are tried. */
export interface LineTester {
  try(line: Line): Promise<LineTrial>
  /** Whether this is the line to the built-in phones. */
  isBuiltIn(name: string): boolean
  begin(id: string, order: TestOrder): Promise<void>
  /** Null where there is no such test, or it was made before the house moved to another node. */
  find(tenant: TenantId, id: string): Promise<LineTest | null>
}

interface Parts extends ResourceParts {
  readonly ids: Ids
  readonly tester: LineTester
}

/** What is tried without being saved. */
interface LineToTry extends LineConfig {
  readonly name?: string | undefined
  readonly tenant?: TenantId | undefined
}

interface TestForm {
  readonly extension: string
  readonly prompt?: number | undefined
}

const MOST_A_MINUTE = 6

export type LineTestActions = ReturnType<typeof lineTestActions>

/** People prove that a line does what it is for, before they rely on it. */
export function lineTestActions(parts: Parts) {
  const { database, clock, ids, tester } = parts
  const lines = lineActions(parts)
  const [tries, calls] = [sixAMinute(clock), sixAMinute(clock)]

  /** The password that is stored is not asked for again, as long as it goes where it was given for. */
  const withPassword = async (actor: Actor, name: string, config: LineConfig): Promise<LineConfig> => {
    if (config.password !== undefined) return config
    const before = (await lines.list(actor)).find((line) => line.name === name)
    if (before?.config.password === undefined) return config
    const whole = { ...config, password: before.config.password }
    mustBringSecrets(name, before.config, whole, config)
    return whole
  }

  const lineFor = async (actor: Actor, key: string) => {
    if (!tester.isBuiltIn(key)) return lines.get(actor, key)
    mustSeeAll(actor)
    return { name: key, tenant: NO_TENANT }
  }

  const promptFor = async (actor: Actor, id: number | undefined): Promise<Word | null> => {
    if (id === undefined) return null
    const [prompt] = await database.read.prompts.find(id, actor.scope)
    if (!prompt) throw unknown('Prompt', id)
    const { language } = parts.settings.current().site
    const recording = recordingFor(
      await database.read.prompts.recordingsOf(prompt),
      prompt.language ?? language,
      language,
    )
    if (recording) return { recording: recordingName(prompt, recording) }
    return { text: prompt.text ?? prompt.description }
  }

  return {
    async try(actor: Actor, { name, tenant, ...config }: LineToTry): Promise<LineTrial> {
      const key = name ?? defaultLineName(config)
      const whole = await withPassword(actor, key, config)
      tries(actor)
      return tester.try(lineInForce({ name: key, tenant: tenantFor(actor, tenant), config: whole }))
    },

    /** The id of the test call, which is placed as soon as no guest needs the line. */
    async begin(actor: Actor, key: string, { extension, prompt }: TestForm): Promise<string> {
      const { name: line, tenant } = await lineFor(actor, key)
      const heard = await promptFor(actor, prompt)
      calls(actor)
      // Whoever is to ring is there: what is promised below is not taken back.
      await tester.find(tenant, '')
      const id = await transact(database, actor, clock.now(), () => Promise.resolve(ids.uuid()))
      const { name, source, address } = actor
      await tester.begin(id, { by: { name, source, address }, tenant, line, extension, prompt: heard })
      return id
    },

    async find(actor: Actor, key: string, id: string): Promise<LineTest> {
      const { tenant } = await lineFor(actor, key)
      const test = await tester.find(tenant, id)
      if (test?.line !== key || !inScope(test.tenant, actor.scope)) throw unknown('Test call', id)
      return test
    },
  }
}

function sixAMinute(clock: Clock) {
  const counted = new Lately(clock, MOST_A_MINUTE, minutes(1))
  return ({ name }: Actor): void => {
    const waitMs = counted.waitMs(name)
    if (waitMs > 0)
      throw new Failure('requests.too-many', 'Lines are tried six times a minute at most', {
        retrySeconds: Math.ceil(waitMs / 1_000),
      })
    counted.count(name)
  }
}
