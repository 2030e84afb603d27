import type { MailTrouble } from '@reveille/contract'

/** A mail that nobody took: in words for the log, and in one word for whoever has to mend it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly trouble: MailTrouble

  constructor(trouble: MailTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.trouble = trouble
  }
}
