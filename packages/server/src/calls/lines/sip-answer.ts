import { type IncomingCall, TO_THE_EAR_MS } from '@reveille/sip'
import { plainName } from '../../hotel/accounts/tenancy.ts'
import type { Line } from '../../hotel/settings/line.ts'
import type { MenuName } from '../../hotel/menus/menu.ts'
import { minutes } from '../../kernel/clock.ts'
import type { InboundCall } from '../caller.ts'
import { heardOver } from './sip-call.ts'

/** Phones that suppress silence send nothing while a guest only listens; no menu lasts longer than this. */
const SILENCE_MS = minutes(6)

/** A call that comes in, in the words of the house. Its keys are kept nowhere: some of them are a secret. */
export function inboundCall(
  call: IncomingCall,
  line: Line,
  menu: MenuName,
  lineNeeded: Promise<void>,
): InboundCall {
  const { inBandKeys } = line.settings
  // The first words wait until the handset is at the ear.
  let delayMs = TO_THE_EAR_MS
  return {
    menu,
    line: plainName(line),
    tenant: line.tenant,
    caller: call.caller,
    callId: call.callId,
    tag: call.tag,
    address: call.remote.host,
    ended: call.ended.then(() => undefined),
    lineNeeded,
    refuse: () => call.reject(),
    answer: (onKey) => call.accept({ keepsKeys: false, silenceMs: SILENCE_MS, inBandKeys, onKey }),
    async say(speech) {
      const playing = { delayMs }
      delayMs = 0
      await call.play(heardOver(line.settings, speech), playing)
    },
    quiet: () => call.quiet(),
    hangUp: () => void call.hangUp(),
    transfer: async (extension) => (await call.transfer(extension)) === 'taken',
  }
}
