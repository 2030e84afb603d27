import {
  FiasConnector,
  Line,
  Server,
  StoredSections,
  StoredWakeupSettings,
  WebhookConnector,
} from '@reveille/contract'
import { type TSchema, Type } from 'typebox'
import type { DestinationConfig, Purpose } from '../../hotel/deliveries/destination.ts'
import { reader } from '../../kernel/schema.ts'

// Settings in the database are what the contract says, or they are not read at all: nothing above has to ask again.

// Encrypted with a key that is lost, a secret has no shape.
const secret = Type.Optional(Type.String())
const httpSecrets = {
  secret,
  previousSecret: secret,
  password: secret,
  token: secret,
  proxyPassword: secret,
  privateKey: secret,
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
}
const whole = { additionalProperties: false }

const StoredWebhook = Type.Object(
  { ...Type.Omit(WebhookConnector, ['name', 'tenant']).properties, ...httpSecrets },
  whole,
)
const StoredFias = Type.Object(
  { ...Type.Omit(FiasConnector, ['name', 'tenant']).properties, authKey: secret },
  whole,
)
const StoredServer = Type.Object(
  { ...Type.Omit(Server, ['name', 'tenant']).properties, ...httpSecrets },
  whole,
)
const StoredLine = Type.Object({ ...Type.Omit(Line, ['name', 'tenant']).properties, password: secret }, whole)

/** `owner` says in the error message whose settings are invalid. */
function stored<Form extends TSchema>(form: Form) {
  const read = reader(form)
  return (owner: string, value: unknown) => read(`What the database holds of ${owner}`, value)
}

const readConnector = stored(Type.Union([StoredWebhook, StoredFias]))
const readServer = stored(StoredServer)

export const readLine = stored(StoredLine)
export const readSections = stored(StoredSections)
export const readWakeupSettings = stored(StoredWakeupSettings)
export const readDestination = (purpose: Purpose, owner: string, value: unknown): DestinationConfig =>
  purpose === 'charge' ? readConnector(owner, value) : readServer(owner, value)
