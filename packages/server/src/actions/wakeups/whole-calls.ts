import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { CALL_ALARMS } from './remove-call.ts'

/** A call, and the open alarm about it. */
export interface WholeCall {
  readonly call: Wakeup
  readonly alarm: string | null
}

export async function wholeCalls(
  { alarms }: Pick<Stores, 'alarms'>,
  calls: readonly Wakeup[],
): Promise<WholeCall[]> {
  const open = await alarms.openAboutThose(CALL_ALARMS, calls.map(toldAs))
  const about = new Map(open.map(({ subject, id }) => [subject, id]))
  return calls.map((call) => ({ call, alarm: about.get(toldAs(call)) ?? null }))
}
