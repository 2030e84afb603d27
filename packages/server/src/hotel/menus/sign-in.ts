import type { PhraseName } from '../wakeups/announcement.ts'
import { type Asked, asking, over, type Over } from './asking.ts'
import { type Menu, type MenuEvent, type MenuStep, TRIES } from './menu.ts'

/** Staff say who they are, by number and PIN, before a menu of theirs begins. */

type Question = 'number' | 'pin'

interface Known {
  readonly number: string
  /** Numbers and PINs that were wrong so far. */
  readonly wrongs: number
}

type Now = Asked<Question, Known>

export interface SignInDeed {
  readonly kind: 'sign in'
  readonly number: string
  readonly pin: string
}

/** `locked`: it was wrong too often, here or in another call. `not allowed`: it is right, and not for this menu. */
export interface SignInResult {
  readonly kind: 'signed in' | 'wrong' | 'locked' | 'not allowed'
}

export type SigningIn<State> =
  | Now
  | { readonly at: 'signing in'; readonly known: Known }
  | { readonly at: 'signed in'; readonly inside: State }
  | Over

const PROMPTS: Readonly<Record<Question, PhraseName>> = { number: 'enter-number', pin: 'enter-pin' }
const RESULTS: readonly string[] = [
  'signed in',
  'wrong',
  'locked',
  'not allowed',
] satisfies SignInResult['kind'][]

/** The menu as it is for somebody who has to sign in first. */
export function afterSignIn<State, Deed, Result extends { readonly kind: string }>(
  menu: Menu<State, Deed, Result>,
): Menu<SigningIn<State>, Deed | SignInDeed, Result | SignInResult> {
  type Step = MenuStep<SigningIn<State>, Deed | SignInDeed>
  type Event = MenuEvent<Result | SignInResult>

  const { ask, heard } = asking<Question, Known, SigningIn<State>, Deed | SignInDeed>({
    prompts: PROMPTS,
    answered,
  })

  function answered({ question, keys, known }: Now): Step {
    if (question === 'number') return ask('pin', { ...known, number: keys })
    // The PIN itself is not kept.
    return {
      state: { at: 'signing in', known },
      say: [],
      deed: { kind: 'sign in', number: known.number, pin: keys },
    }
  }

  const signedIn = (step: MenuStep<State, Deed>): Step => ({
    ...step,
    state: { at: 'signed in', inside: step.state },
  })

  /** Which of the two is wrong is not told. */
  const wrong = (known: Known): Step =>
    known.wrongs + 1 >= TRIES
      ? over('wrong-pin', 'good-bye')
      : ask('number', { number: '', wrongs: known.wrongs + 1 }, 'wrong-pin')

  const checked = (known: Known, { kind }: SignInResult): Step => {
    switch (kind) {
      case 'signed in':
        return signedIn(menu.begin)
      case 'wrong':
        return wrong(known)
      case 'locked':
        return over('wrong-pin', 'good-bye')
      case 'not allowed':
        return over('not-allowed', 'good-bye')
    }
  }

  const signing = (state: Extract<SigningIn<State>, { at: 'signing in' }>, event: Event): Step => {
    if (event.kind === 'failed') return over('not-possible-now', 'call-the-desk')
    return event.kind === 'done' && isOfSignIn(event.result) ? checked(state.known, event.result) : { state }
  }

  const inside = (state: Extract<SigningIn<State>, { at: 'signed in' }>, event: Event): Step => {
    if (event.kind !== 'done') return signedIn(menu.step(state.inside, event))
    const { result } = event
    return isOfSignIn(result) ? { state } : signedIn(menu.step(state.inside, { kind: 'done', result }))
  }

  return {
    begin: ask('number', { number: '', wrongs: 0 }),
    step(state, event) {
      switch (state.at) {
        case 'asked':
          return heard(state, event)
        case 'signing in':
          return signing(state, event)
        case 'signed in':
          return inside(state, event)
        case 'over':
          return { state }
      }
    },
  }
}

const isOfSignIn = (result: { readonly kind: string }): result is SignInResult =>
  RESULTS.includes(result.kind)
