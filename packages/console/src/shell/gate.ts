import { Watched } from '../kernel/listeners.ts'

/** What stands between a person and what they wanted to do. */
export type Barrier = 'none' | 'sign-in' | 'unlock'

/** Asks the person at the screen, once for however many requests wait for the answer. */
export class Gate {
  readonly barrier = new Watched<Barrier>('none')
  #waiting: ((isOpen: boolean) => void)[] = []

  ask(barrier: Exclude<Barrier, 'none'>): Promise<boolean> {
    this.barrier.set(barrier)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** The person has done it, or will not. */
  answer(isOpen: boolean): void {
    this.barrier.set('none')
    for (const resolve of this.#waiting.splice(0)) resolve(isOpen)
  }
}
