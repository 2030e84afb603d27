import { afterAll, beforeAll, describe, it } from 'vitest'
import type { CallEnd } from '../src/call/call-end.ts'
import type { Media } from '../src/media/media-types.ts'
import { openMedia } from '../src/media/media.ts'
import { type Moment, play, type Scene } from './killed-scene.ts'

/** The other side is killed, or the network between us, at every step of a call: it ends, and nothing is left of it. */

interface Step extends Moment {
  /** What we say of it when nothing more is ever heard. */
  readonly end: Partial<CallEnd>
}

const SILENT = { outcome: 'line-trouble', status: null } as const
const UNANSWERED = { outcome: 'no-answer', status: null } as const
const LOST = { outcome: 'answered', hungUpBy: 'lost' } as const

const STEPS: Readonly<Record<string, Step>> = {
  'the INVITE is sent': { script: { says: [] }, at: { heard: 'INVITE' }, end: SILENT },
  '100 has come': { script: { says: [100] }, at: { progress: 100 }, end: SILENT },
  'it rings': { script: { says: [100, 180] }, at: { progress: 180 }, end: UNANSWERED },
  'there is early media': { script: { says: [100, 183] }, at: { progress: 183 }, end: UNANSWERED },
  'the answer has come': { script: { says: [200], loses: ['ACK'] }, at: { progress: 200 }, end: LOST },
  'the answer is acknowledged': { script: { says: [200] }, at: { heard: 'ACK' }, end: LOST },
  'both are heard': { script: { says: [200] }, at: { heard: 'audio' }, end: LOST },
  'our re-INVITE is on its way': {
    script: { says: [200], sessionSeconds: 2, loses: ['re-INVITE'] },
    at: { heard: 're-INVITE' },
    end: LOST,
  },
  'their re-INVITE is answered': {
    script: { says: [200], reinvites: true },
    at: { heard: 'answer to re-INVITE' },
    end: LOST,
  },
  'the BYE is sent': {
    script: { says: [200], loses: ['BYE'] },
    hangsUpOn: 'onAnswered',
    at: { heard: 'BYE' },
    end: { outcome: 'answered', hungUpBy: 'us' },
  },
  'the CANCEL is sent': {
    script: { says: [180], loses: ['CANCEL'] },
    hangsUpOn: 'onRinging',
    at: { heard: 'CANCEL' },
    end: UNANSWERED,
  },
}

const HERE = '127.0.0.1'
const PATIENCE = { timeout: 60_000 }
let audio: Media

beforeAll(async () => {
  audio = await openMedia({ host: HERE, ports: { low: 47_200, high: 47_399 } })
})

afterAll(() => audio.close())

const playing = (act: (scene: Scene) => Promise<void>) =>
  play({ host: HERE, createStream: (options) => audio.createStream(options) }, act)

const NOTHING = { theirs: [], calls: 0, unfinished: 0 }

describe.concurrent('an exchange that is killed', () => {
  it.for(Object.entries(STEPS))('when %s, leaves us with one end and nothing open', ([, step], { expect }) =>
    playing(async (scene) => {
      const call = await scene.dialTo(step)
      await scene.exchange.close()
      expect(await call.ended).toMatchObject(step.end)
      await expect.poll(() => scene.ours, PATIENCE).toEqual({ calls: 0, unfinished: 0 })
    }),
  )
})

describe.concurrent('a network that is cut', () => {
  it.for(Object.entries(STEPS))(
    'when %s, and mended while we hang up, leaves no call up',
    ([, step], { expect }) =>
      playing(async (scene) => {
        const call = await scene.dialTo(step)
        scene.cut()
        void call.hangUp()
        await expect.poll(() => scene.lost, PATIENCE).toBeGreaterThan(0)
        scene.mend()
        await call.ended
        await expect.poll(() => scene.left, PATIENCE).toEqual(NOTHING)
      }),
  )

  it.for(Object.entries(STEPS))('when %s, and mended long after, leaves no call up', ([, step], { expect }) =>
    playing(async (scene) => {
      const call = await scene.dialTo(step)
      scene.cut()
      expect(await call.ended).toMatchObject(step.end)
      scene.mend()
      scene.exchange.goOn()
      await expect.poll(() => scene.left, PATIENCE).toEqual(NOTHING)
    }),
  )

  it.for(Object.entries(STEPS))(
    'when %s, and mended long after, is made good by abandon()',
    ([, step], { expect }) =>
      playing(async (scene) => {
        const call = await scene.dialTo(step)
        scene.cut()
        await call.ended
        scene.mend()
        await scene.agent.abandon(call.handle)
        await expect.poll(() => scene.left, PATIENCE).toEqual(NOTHING)
      }),
  )
})
