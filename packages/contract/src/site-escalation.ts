import { type TProperties, Type } from 'typebox'
import { shaped } from './site-text.ts'

const strict = { additionalProperties: false } as const

/** A server that is told, with its secret or without. */
const alarmWebhook = <Secret extends TProperties>(secret: Secret) =>
  Type.Object(
    {
      url: shaped('url', 'Address that each alarm is posted to', {
        examples: ['https://pager.example/alarms'],
      }),
      ...secret,
    },
    { ...strict, description: 'A server that is told' },
  )

/** Who is told together, and by which ways. */
const told = <Secret extends TProperties>(secret: Secret, wait: string) => ({
  ...ways(secret),
  wait: Type.Optional(shaped('duration', `How long they have before the next are told. Default: ${wait}`)),
})

const ways = <Secret extends TProperties>(secret: Secret) => ({
  extension: Type.Optional(
    shaped(
      'extension',
      'Extension, or outside number as the exchange dials it, that is rung and asked for a key. Default: none',
    ),
  ),
  email: Type.Optional(
    shaped('emails', 'Address that is written to, or several parted by commas. Default: none', {
      examples: ['desk@hotel.example, manager@hotel.example'],
    }),
  ),
  webhook: Type.Optional(alarmWebhook(secret)),
})

const escalation = <Secret extends TProperties>(secret: Secret) =>
  Type.Object(
    {
      ...told(secret, '5m'),
      chain: Type.Optional(
        Type.Array(
          Type.Object(told(secret, 'as the first have'), {
            ...strict,
            description: 'Who is told next, together',
          }),
          { maxItems: 10, description: 'Who is told after them, one after the other' },
        ),
      ),
    },
    { ...strict, description: 'Who is told what the desk must know, the first of them first' },
  )

const secret = {
  secret: Type.Optional(
    shaped(
      'webhookSecret',
      'Secret that signs each post, whsec_ and base64; left out, posts carry no signature',
      { writeOnly: true },
    ),
  ),
}

export const Escalation = escalation(secret)

/** As it is stored: encrypted with a key that is lost, a secret has no shape. */
export const StoredEscalation = escalation({ secret: Type.Optional(Type.String()) })

/** As it is shown. */
export const ShownEscalation = escalation({})
