import type { LinesReply, LineTestRecord, LineTrialReply } from '@reveille/contract'

type Line = LinesReply['lines'][number]

/** Why an exchange does not take us, as far as it can be told apart. */
export type TrialTrouble =
  | 'silence'
  | 'no-way'
  | 'password'
  | 'forbidden'
  | 'unknown'
  | 'unknown-line'
  | 'no-registrar'
  | 'late'
  | 'away'
  | 'overloaded'
  | 'refused'

/** The same of one that is in use. */
type LineTrouble = TrialTrouble | NonNullable<Line['code']>

const BY_STATUS: Readonly<Record<number, TrialTrouble>> = {
  401: 'password',
  403: 'forbidden',
  404: 'unknown',
  405: 'no-registrar',
  407: 'password',
  408: 'late',
  480: 'away',
  501: 'no-registrar',
  503: 'overloaded',
}

const troubleOfStatus = (status: number | null): TrialTrouble =>
  status === null ? 'silence' : (BY_STATUS[status] ?? 'refused')

/** What is said to a line that signs in is about the line itself, and not about a phone that it calls. */
const OF_SIGN_IN: Partial<Record<TrialTrouble, TrialTrouble>> = { unknown: 'unknown-line', away: 'refused' }

function troubleOfSignIn(status: number): TrialTrouble {
  const trouble = troubleOfStatus(status)
  return OF_SIGN_IN[trouble] ?? trouble
}

/** Why a line that is in use does not work: what the exchange has said, or what else is known. */
export const troubleOfLine = ({ status, code }: Pick<Line, 'status' | 'code'>): LineTrouble | null =>
  status === null ? code : troubleOfSignIn(status)

/** Null when everything went well. */
export function troubleIn({ steps }: LineTrialReply): TrialTrouble | null {
  const failed = steps.find(({ ok }) => !ok)
  if (failed === undefined) return null
  if (failed.status === null) return failed.reason === 'silence' ? 'silence' : 'no-way'
  return troubleOfSignIn(failed.status)
}

/** Why a test call has not proved its line; null when it has. */
export type TestTrouble = 'deaf' | 'no-key' | 'no-answer' | 'busy' | 'no-line' | TrialTrouble

interface TestManner {
  /** Whoever only listens to something presses no key, and need not speak. */
  readonly isHeardOnly?: boolean
}

export function troubleInTest(
  { end }: LineTestRecord,
  { isHeardOnly = false }: TestManner = {},
): TestTrouble | null {
  if (end === null || end.verdict === 'well') return null
  if (isHeardOnly && end.outcome === 'answered') return null
  if (end.verdict === 'unanswered') return end.outcome === 'busy' ? 'busy' : 'no-answer'
  if (end.verdict === 'refused') return troubleOfStatus(end.status)
  return end.verdict
}

/** Something that a trial or a test call proves, and whether it has. */
interface Proof {
  readonly about:
    | 'reach'
    | 'register'
    | 'waiting'
    | 'dialled'
    | 'ringing'
    | 'answered'
    | 'speaks'
    | 'key'
    | 'hears'
    | 'end'
  readonly is: 'well' | 'wrong' | 'open' | 'going'
  /** So long after it was asked for, or how long it took. */
  readonly ms: number | null
  readonly packets: number
  readonly lost: number
  /** The codec, or who hung up. */
  readonly word: string
}

const proof = (about: Proof['about'], is: Proof['is'], more: Partial<Proof> = {}): Proof => ({
  about,
  is,
  ms: null,
  packets: 0,
  lost: 0,
  word: '',
  ...more,
})

/** What is known of a line that was tried; one that signs in nowhere has nothing to prove there. */
function proofsOfTrial({ steps: [reach, register] }: LineTrialReply, signsIn: boolean): readonly Proof[] {
  const ms = reach?.ok === true ? { ms: reach.ms } : {}
  const reached = proof('reach', reach?.ok === true ? 'well' : 'wrong', ms)
  if (!signsIn) return [reached]
  return [
    reached,
    proof('register', register === undefined ? 'open' : register.ok ? 'well' : 'wrong', {
      ms: register?.ok === true ? register.ms : null,
    }),
  ]
}

/** What a test call has proved by now, in the order in which it happens. */
function proofsOfTest(test: LineTestRecord, { isHeardOnly = false }: TestManner = {}): readonly Proof[] {
  const { state, steps, end } = test
  const left = state === 'over' ? 'wrong' : 'open'
  const at = (step: LineTestRecord['steps'][number]['step']) => steps.find((one) => one.step === step)
  const [dialled, ringing, answered, key] = [at('dialled'), at('ringing'), at('answered'), at('key')]
  const isRinging = ringing !== undefined && answered === undefined && end === null
  const isSpoken = at('heard') !== undefined || (end?.heardMs ?? 0) > 0
  const { received = 0, lost = 0, codec = '' } = end?.audio ?? {}
  const done = (about: Proof['about'], step: { readonly ms: number } | undefined) =>
    proof(about, step === undefined ? left : 'well', { ms: step?.ms ?? null })
  return [
    ...(state === 'waiting' ? [proof('waiting', 'going')] : []),
    done('dialled', dialled),
    isRinging ? proof('ringing', 'going', { ms: ringing.ms }) : done('answered', answered),
    proof('speaks', isSpoken ? 'well' : left, { ms: end === null || !isSpoken ? null : end.heardMs }),
    ...(isHeardOnly ? [] : [done('key', key)]),
    ...(isHeardOnly && received === 0
      ? []
      : [
          proof('hears', received > 0 || end?.verdict === 'well' ? 'well' : left, {
            packets: received,
            lost,
            word: codec,
          }),
        ]),
    ...(end === null || end.hungUpBy === null
      ? []
      : [proof('end', end.hungUpBy === 'lost' ? 'wrong' : 'well', { word: end.hungUpBy })]),
  ]
}

/** What is to be shown of a trial or a test call: what is proved, and what is wrong. */
export interface LineFindings {
  readonly proofs: readonly Proof[]
  readonly trouble: TestTrouble | null
  /** Where the exchange is, who is meant, and where we asked for sound. */
  readonly place: string
  readonly name: string
  readonly announced: string
  /** What the exchange said. */
  readonly status: number | null
  readonly reason: string
}

export function findingsOfTrial(trial: LineTrialReply, name: string, signsIn = true): LineFindings {
  const failed = trial.steps.find(({ ok }) => !ok)
  return {
    proofs: proofsOfTrial(trial, signsIn),
    trouble: troubleIn(trial),
    place: trial.exchange.replace(/:5060$/, ''),
    name,
    announced: '',
    status: failed?.status ?? null,
    reason: (failed?.reason ?? '').replace(/^\d+ /, ''),
  }
}

export function findingsOfTest(test: LineTestRecord, manner: TestManner = {}): LineFindings {
  const { end } = test
  return {
    proofs: proofsOfTest(test, manner),
    trouble: troubleInTest(test, manner),
    place: '',
    name: test.extension,
    announced: end?.audio?.announced ?? '',
    status: end?.verdict === 'refused' ? end.status : null,
    reason: end?.reason ?? '',
  }
}
