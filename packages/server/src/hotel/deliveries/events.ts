import { WEBHOOK_EVENTS } from '@reveille/contract'

/** What a destination over http may be told besides charges and room status. */
export type WebhookEventKind = (typeof WEBHOOK_EVENTS)[number]

const KINDS: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/** Whether a message tells of neither a charge nor a room status. Nobody bills by it, and nobody is called for it. */
export const isEvent = ({ kind }: { readonly kind: string }) => KINDS.has(kind)
