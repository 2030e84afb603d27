import { type Dialogs, type HungUpBy, Talk } from '../dialog/requests-in-dialog.ts'
import type { AnsweredEnd, AnswerSign, CarriedAudio } from './call-end.ts'
import type { DialOptions } from './dial-options.ts'
import { type Dialog, dialogKey } from '../dialog/dialog.ts'
import type { StreamReport } from '../media/media-types.ts'
import { type Address, hostText } from '../messages/address.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { AgreedAudio, LocalAudio } from '../sdp/offer-answer.ts'
import { settledBy } from '../dialog/session-timer.ts'
import { tell } from './tell.ts'
import type { CallVoice } from './voice.ts'
import type { Way } from '../dialog/within-dialog.ts'

export interface CallAnswer {
  readonly response: SipResponse
  readonly sent: SipRequest
  readonly dialog: Dialog
  readonly audio: AgreedAudio
}

export interface AnsweredParts {
  readonly way: Way
  readonly voice: CallVoice
  readonly dialogs: Dialogs
  readonly options: DialOptions
  readonly answer: CallAnswer
  /** What we have offered, as it is and as it was written. */
  readonly local: LocalAudio
  readonly offer: string
  /** The number of the last request that went out before the answer. */
  readonly lastSeq: number
  /** How long after the INVITE the answer came. */
  readonly afterMs: number
  onOver(): void
}

/** No hand is so quick. */
const QUICK_MS = 200

/** A call of ours from its answer until a side hangs up. */
export class AnsweredCall {
  readonly talk: Talk
  readonly #parts: AnsweredParts
  #keys = ''
  #over: { readonly by: HungUpBy; readonly cause: number | null } = { by: 'lost', cause: null }

  constructor(parts: AnsweredParts) {
    const { way, voice, local, answer, offer, lastSeq } = parts
    this.#parts = parts
    const [{ stream }, { dialog }] = [voice, answer]
    this.talk = new Talk({ ...way, stream, local, dialog, role: 'caller', listener: this.#listener() })
    this.talk.said(offer)
    this.talk.skipTo(lastSeq)
    parts.dialogs.add(keyOf(dialog), this.talk)
  }

  #listener() {
    const { dialogs, options, answer, onOver } = this.#parts
    return {
      onKey: (pressed: string) => {
        this.#keys += pressed
        tell(() => options.onKey?.(pressed))
      },
      onHold: (held: boolean) => void tell(() => options.onHold?.(held)),
      onOver: (by: HungUpBy, cause: number | null) => {
        dialogs.remove(keyOf(answer.dialog))
        this.#over = { by, cause }
        onOver()
      },
    }
  }

  /** The answer is acknowledged: both may speak. */
  begin() {
    const { answer, voice, options } = this.#parts
    this.talk.agreeAtFirst(answer.audio)
    this.talk.runTimer(settledBy(answer.response))
    voice.stream.on('heard', () => void tell(() => options.onHeard?.()))
    void voice.announce(options)
    tell(() => options.onAnswered?.())
  }

  end(report: StreamReport | null): Omit<AnsweredEnd, 'forwarded'> {
    const { status, reason } = this.#parts.answer.response
    return {
      outcome: 'answered',
      status,
      reason,
      cause: this.#over.cause,
      retryAfterMs: null,
      hungUpBy: this.#over.by,
      heardMs: report?.heardMs ?? 0,
      keys: this.#keys,
      mediaSeen: this.talk.mediaSeen || (report?.received ?? 0) > 0,
      machineSigns: this.#machineSigns(report),
      audio: this.#audio(report),
    }
  }

  #audio(report: StreamReport | null): CarriedAudio {
    const { local, answer } = this.#parts
    return {
      announced: placeText(local),
      wanted: placeText(answer.audio.remote),
      codec: answer.audio.codec,
      sent: report?.sent ?? 0,
      received: report?.received ?? 0,
      lost: Math.max(0, report?.lost ?? 0),
    }
  }

  #machineSigns(report: StreamReport | null): readonly AnswerSign[] {
    const { options, afterMs } = this.#parts
    if (options.hearsMachines !== true) return []
    return [...(afterMs <= QUICK_MS ? ['quick-answer' as const] : []), ...(report?.machineSigns ?? [])]
  }
}

const keyOf = ({ callId, localTag, remoteTag }: Dialog) => dialogKey(callId, localTag, remoteTag)

const placeText = ({ host, port }: Address) => `${hostText(host)}:${port}`
