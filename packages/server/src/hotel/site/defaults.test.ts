import {
  FiasConnector,
  InventorySettings,
  Item,
  Line,
  Limits,
  Retention,
  Server,
  SiteSettings,
  WakeupSettings,
} from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { DEFAULTS } from './defaults.ts'

/** `Default: 5m` at the end of a description. */
const promised = (description: unknown) => /Default: (.+)$/.exec(String(description))?.[1]

const described = (schema: { properties: Record<string, object> }, key: string) => {
  const property = schema.properties[key]
  return property && 'description' in property ? promised(property.description) : undefined
}

describe('the documented defaults', () => {
  it.each([
    ['wakeup', WakeupSettings, DEFAULTS.wakeup],
    ['snooze', WakeupSettings.properties.snooze, DEFAULTS.wakeup.snooze],
    ['line', Line, DEFAULTS.line],
    ['inventory', InventorySettings, DEFAULTS.inventory],
    ['item', Item, DEFAULTS.item],
    ['server', Server, { format: DEFAULTS.http.format, latestOnly: false, disabled: false }],
    ['fias', FiasConnector, { ...DEFAULTS.fias, retry: undefined, timeout: undefined }],
    ['retention', Retention, DEFAULTS.retention],
    ['limits', Limits, DEFAULTS.limits],
    ['site', SiteSettings, { ...DEFAULTS.site, company: 'empty' }],
  ])('of %s are those that apply', (_, schema, defaults) => {
    const plain = Object.entries(defaults).filter(([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value),
    )
    expect(plain.map(([key]) => [key, described(schema, key)])).toEqual(
      plain.map(([key, value]) => [key, String(value)]),
    )
  })

  it('of the retry list are those that apply', () => {
    expect(described(Server, 'retry')).toBe(DEFAULTS.http.retry.join(', '))
  })
})

describe('the defaults', () => {
  it('cannot be changed by whoever reads them', () => {
    expect(Object.isFrozen(DEFAULTS.wakeup.snooze) && Object.isFrozen(DEFAULTS.http.retry)).toBe(true)
  })
})
