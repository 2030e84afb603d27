import { type Dialog, dialogOfCaller } from '../dialog/dialog.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { toTagOf } from '../messages/response.ts'
import { acknowledge, sendBye, type Way } from '../dialog/within-dialog.ts'

/** The 2xx answers to one INVITE, one for each phone that was picked up (RFC 3261 13.2.2.4, RFC 6026). */
export class Forks {
  readonly #dialogs = new Map<string, Dialog>()
  #acknowledged = false

  has(response: SipResponse): boolean {
    return this.#dialogs.has(toTagOf(response))
  }

  /** The dialog that this answer makes, and whether it is the first; null when it makes none. */
  add(response: SipResponse, sent: SipRequest): { dialog: Dialog; isFirst: boolean } | null {
    const dialog = dialogOfCaller(sent, response)
    if (!dialog) return null
    const isFirst = this.#dialogs.size === 0
    this.#dialogs.set(dialog.remoteTag, dialog)
    return { dialog, isFirst }
  }

  /** The first ACK is on its way: from now on what is repeated is acknowledged again. */
  acknowledged() {
    this.#acknowledged = true
  }

  /** Not before the first ACK: until the handle is stored, the peer must go on repeating. */
  async acknowledgeAgain(way: Way, response: SipResponse, sent: SipRequest) {
    const dialog = this.#dialogs.get(toTagOf(response))
    if (dialog && this.#acknowledged) await acknowledge(way, dialog, sent)
  }
}

/** An answered call we do not want. */
export async function dismiss(
  way: Way,
  dialog: Dialog,
  { sent, lastSeq }: { sent: SipRequest; lastSeq: number },
) {
  await acknowledge(way, dialog, sent)
  await sendBye(way, { ...dialog, localSeq: Math.max(dialog.localSeq, lastSeq) })
}
