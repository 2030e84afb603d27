import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { run, type Running } from '../../../peers/process.ts'
import { Sightings } from '../../../peers/sightings.ts'
import type { Abandoned, CallHandle } from '../src/call/call-handle.ts'
import type { Address } from '../src/messages/address.ts'
import type { Timings } from '../src/transactions/timers.ts'
import { settled } from '../testing/recorded-way.ts'
import {
  type CountedCall,
  type CountedExchange,
  type ExchangeScript,
  type Heard,
  openCountedExchange,
} from './killed-exchange.ts'
import type { CallerPlan } from './killed-plan.ts'

/** Our process is killed at every step of a call, another takes its place, and nothing is left up or ringing. */

const CALLER = fileURLToPath(new URL('killed-caller.ts', import.meta.url))
const QUICK: Timings = { T1: 50, T2: 200, T4: 250 }
const AUDIO = { low: 47_000, high: 47_199 }

interface Caller {
  readonly program: Running
  readonly handles: string[]
  /** The first line of this word, with what it is about. */
  says(word: string, about?: unknown): Promise<unknown>
}

interface Step {
  readonly script: ExchangeScript
  readonly plan?: Partial<CallerPlan>
  /** When it is killed: what the caller has said, or what the exchange has heard. */
  readonly at: { readonly says: string; readonly about?: unknown } | { readonly heard: Heard }
  readonly abandoned: Abandoned
  readonly endedBy: CountedCall['endedBy']
}

/** By what each ends, and what the next process says of it. */
const STEPS: Readonly<Record<string, Step>> = {
  'its handle is given': {
    script: { says: [] },
    plan: { holds: 'handle written' },
    at: { says: 'holds' },
    abandoned: 'nothing there',
    endedBy: null,
  },
  'the INVITE is sent': {
    script: { says: [] },
    at: { heard: 'INVITE' },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  '100 has come': {
    script: { says: [100] },
    at: { says: 'progress', about: 100 },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'it rings': {
    script: { says: [100, 180] },
    at: { says: 'progress', about: 180 },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'it rings, after a password was asked for': {
    script: { says: [180], challenges: true },
    at: { says: 'progress', about: 180 },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'there is early media': {
    script: { says: [100, 183] },
    at: { says: 'progress', about: 183 },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'the answer has come, and is not remembered': {
    script: { says: [180, 200] },
    plan: { holds: 'answer unwritten' },
    at: { says: 'holds' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'the answer is remembered, and not acknowledged': {
    script: { says: [180, 200] },
    plan: { holds: 'answer written' },
    at: { says: 'holds' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'the answer is acknowledged': {
    script: { says: [180, 200] },
    at: { heard: 'ACK' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'both are heard': {
    script: { says: [180, 200] },
    at: { heard: 'audio' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'our re-INVITE is on its way': {
    script: { says: [200], sessionSeconds: 2, loses: ['re-INVITE', 'BYE'] },
    at: { heard: 're-INVITE' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'our re-INVITE was taken, after a password was asked for': {
    script: { says: [200], sessionSeconds: 2, challenges: true },
    at: { heard: 'sign of life' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'their re-INVITE is answered, and that is not acknowledged': {
    script: { says: [200], reinvites: true },
    at: { heard: 'answer to re-INVITE' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'the BYE is sent, and lost': {
    script: { says: [200], loses: ['BYE'] },
    plan: { hangsUpOn: 'answer' },
    at: { heard: 'BYE' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
  'the BYE is sent, and its answer not heard': {
    script: { says: [200] },
    plan: { hangsUpOn: 'answer' },
    at: { heard: 'BYE' },
    abandoned: 'nothing there',
    endedBy: 'BYE',
  },
  'the CANCEL is sent, and lost': {
    script: { says: [180], loses: ['CANCEL'] },
    plan: { hangsUpOn: 'ringing' },
    at: { heard: 'CANCEL' },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'the CANCEL is sent, and its answer not heard': {
    script: { says: [180] },
    plan: { hangsUpOn: 'ringing' },
    at: { heard: 'CANCEL' },
    abandoned: 'cancelled',
    endedBy: 'CANCEL',
  },
  'the CANCEL is sent, and crosses the answer': {
    script: { says: [180], answersCancel: true, loses: ['ACK', 'BYE'] },
    plan: { hangsUpOn: 'ringing' },
    at: { heard: 'CANCEL' },
    abandoned: 'hung up',
    endedBy: 'BYE',
  },
}

let folder: string
let exchange: CountedExchange
let callers: Caller[]

function start(plan: Pick<CallerPlan, 'protocol' | 'port'> & Partial<CallerPlan>): Caller {
  const said = new Sightings<{ word: string; about: unknown }>()
  const handles: string[] = []
  const whole: CallerPlan = { exchange: exchange.address, timings: QUICK, ...plan }
  const program = run(process.execPath, [path.join(folder, 'main.js'), JSON.stringify(whole)], (line) => {
    const [, word = '', about = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (word === 'handle') handles.push(about)
    if (word !== '') said.add({ word, about: JSON.parse(about) as unknown })
  })
  const caller: Caller = {
    program,
    handles,
    says: async (word, about) => {
      const isIt = (one: { word: string; about: unknown }) =>
        one.word === word && (about === undefined || one.about === about)
      return (await said.next(word, isIt)).about
    },
  }
  callers.push(caller)
  return caller
}

/** To the step, and no further; gives the handle that was written last, and where the process was reached. */
async function dieAt({ script, plan, at }: Step, protocol: CallerPlan['protocol']) {
  exchange.script = script
  const caller = start({ protocol, port: 0, audioPorts: AUDIO, ...plan })
  const local = (await caller.says('listens')) as Address
  await ('heard' in at ? exchange.has(at.heard) : caller.says(at.says, at.about))
  await caller.program.stop()
  // What it has sent before its end has come by now; from here on nothing is lost.
  await settled()
  await settled()
  exchange.script = { ...script, loses: [] }
  return { handle: JSON.parse(caller.handles.at(-1) ?? '') as CallHandle, port: local.port }
}

/** Made into one file as the product is: a process of it is there in an instant, and there are a hundred. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const { bundle } = (await import(new URL('../../../scripts/build.mjs', import.meta.url).href)) as {
    bundle(main: string, outdir: string): Promise<unknown>
  }
  await bundle(CALLER, folder)
})

afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  callers = []
  exchange = await openCountedExchange()
})

afterEach(async () => {
  await Promise.all(callers.map(({ program }) => program.stop()))
  await exchange.close()
})

describe.each([
  ['UDP', 'another port'],
  ['TCP', 'the same port'],
] as const)('a process that is killed, followed over %s by another at %s,', (protocol, where) => {
  it.each(Object.entries(STEPS))('when %s, leaves no call up', async (_, step) => {
    const { handle, port } = await dieAt(step, protocol)
    const next = start({ protocol, port: where === 'the same port' ? port : 0, abandons: handle })
    expect(await next.says('abandoned')).toBe(step.abandoned)
    await vi.waitFor(() => expect(exchange.left).toEqual([]), 60_000)
    const ends = step.endedBy === null ? [] : [step.endedBy]
    expect(exchange.calls.map(({ endedBy }) => endedBy)).toEqual(ends)
  })
})
