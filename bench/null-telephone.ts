// A telephone that rings nobody: each call is answered at the moment at which it is dialled.
import type { Caller, HeldLine, Voice } from '../packages/server/src/calls/caller.ts'
import type { CallResult } from '../packages/server/src/hotel/wakeups/call-result.ts'

const ANSWERED: CallResult = {
  kind: 'answered',
  heardMs: 6_000,
  keys: '',
  hungUpBy: 'us',
  machineSigns: [],
  status: 200,
  reason: 'OK',
  cause: null,
  forwarded: false,
}

/** Any number of lines; tells of each call that is dialled. */
export function nullTelephone(onDial: () => void): { readonly caller: Caller; readonly voice: Voice } {
  const line: HeldLine = {
    name: 'bench',
    exchange: 'bench:5060',
    prepare(_, steps) {
      let end: (result: CallResult) => void = () => {}
      const ended = new Promise<CallResult>((resolve) => (end = resolve))
      const dial = () => {
        onDial()
        steps.dialled()
        end(ANSWERED)
      }
      return Promise.resolve({ handle: { callId: 'bench' }, ended, dial, hangUp: () => {} })
    },
    release: () => {},
  }
  const caller: Caller = {
    take: () => line,
    onFree: () => {},
    onBack: () => {},
    guestsFirst: () => {},
    abandon: () => Promise.resolve('nothing there'),
  }
  const speech = Promise.resolve({ durationMs: 6_000 })
  return { caller, voice: { prepare: () => speech } }
}
