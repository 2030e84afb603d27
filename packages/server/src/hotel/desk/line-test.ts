import type { TenantId } from '../accounts/tenancy.ts'
import type { PhraseName, Word } from '../wakeups/announcement.ts'
import type { CallResult } from '../wakeups/call-result.ts'
import type { Source } from '../wakeups/wakeup.ts'

/** What went and came of the audio of a test call. */
export interface TestAudio {
  readonly announced: string
  readonly wanted: string
  readonly codec: string
  readonly sent: number
  readonly received: number
  readonly lost: number
}

/** How a test call ended. `no-line`: it could not be placed in time. */
export interface TestEnd {
  readonly outcome: CallResult['kind'] | 'no-line'
  readonly status: number | null
  readonly reason: string
  readonly hungUpBy: 'us' | 'them' | 'lost' | null
  readonly heardMs: number
  readonly keys: string
  readonly audio: TestAudio | null
}

export const TEST_VERDICTS = ['well', 'deaf', 'no-key', 'unanswered', 'refused', 'no-line'] as const
/**
 * `well`: a key came, so that we were heard, and so were they. `deaf`: not one packet came, so that nothing they say or
 * press is heard here. `no-key`: sound came, and no key.
 */
export type TestVerdict = (typeof TEST_VERDICTS)[number]

export function verdictOnTest({ outcome, keys, audio }: TestEnd): TestVerdict {
  if (outcome === 'no-line') return 'no-line'
  if (outcome === 'no-answer' || outcome === 'busy') return 'unanswered'
  if (outcome !== 'answered') return 'refused'
  if (keys !== '') return 'well'
  return (audio?.received ?? 0) === 0 ? 'deaf' : 'no-key'
}

/** Something that happened on the way, so long after it was asked for. */
export interface TestStep {
  readonly step: 'dialled' | 'ringing' | 'refused' | 'answered' | 'heard' | 'key'
  readonly ms: number
  readonly status: number | null
  /** The key, or what the exchange said. */
  readonly text: string
}

/** Who wants which phone to be rung over which line. */
export interface TestOrder {
  readonly by: TestedBy
  readonly tenant: TenantId
  readonly line: string
  readonly extension: string
  /** What is to be heard in the place of the question for a key. */
  readonly prompt: Word | null
}

/** As the log names them. */
interface TestedBy {
  readonly name: string
  readonly source: Source
  readonly address: string
}

/** A test call, as it is at the moment. */
export interface LineTest {
  readonly id: string
  readonly line: string
  readonly tenant: TenantId
  readonly extension: string
  readonly state: 'waiting' | 'calling' | 'over'
  readonly steps: readonly TestStep[]
  readonly end: (TestEnd & { readonly verdict: TestVerdict }) | null
}

const say = (phrase: PhraseName): Word => ({ phrase })

/** Spoken where this machine can speak freely; else what comes nearest. */
const PRESS_ONE: Readonly<Record<string, string>> = {
  en: 'This is Reveille. Press one if you hear me.',
  de: 'Hier ist Reveille. Drücken Sie die Eins, wenn Sie mich hören.',
  fr: 'Ici Reveille. Appuyez sur un si vous m’entendez.',
  es: 'Aquí Reveille. Pulse uno si me oye.',
  it: 'Qui Reveille. Premete uno se mi sentite.',
}

/** What a test call says: a prompt that is to be heard, or what is needed to prove the line. */
export function testWords(language: string, prompt: Word | null): Word[] {
  if (prompt !== null) return [prompt]
  const otherwise = [say('attention'), say('press-one-if-known')]
  const text = PRESS_ONE[language.slice(0, 2).toLowerCase()]
  return text === undefined ? otherwise : [{ text, otherwise }]
}

export const THANKS: readonly Word[] = [say('thank-you')]
