import { expect, it } from 'vitest'
import type { PropertySystem } from '../../hotel/property/property.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { PropertyRunner } from './property-runner.ts'

it('carries out what it hears for the tenant that the property system has by then', async () => {
  const heard: PropertySystem[] = []
  const runner = new PropertyRunner({
    clock: manualClock(0),
    log: silentLog,
    handle: async (system) => void heard.push(system),
    lost: async () => {},
  })
  const systems = ['', 'east', ''].map((tenant) => ({ name: 'pms', tenant }))
  for (const system of systems) {
    runner.heard(system, { about: 'link' })
    await new Promise<void>((resolve) => systemClock().soon(resolve))
  }
  expect(heard).toEqual(systems)
})
