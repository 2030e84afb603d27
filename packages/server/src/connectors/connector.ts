/** The port to a mail server. */
export interface Mailer {
  /** Whether a mail server is configured. */
  readonly ready: boolean
  /** Resolves when the mail server has taken the message; rejects with its words otherwise. */
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}
