import { expect, it } from 'vitest'
import { checkLine } from '../agent/option-checks.ts'
import { countingRandom, recordedWay } from '../../testing/recorded-way.ts'
import { Line, type LineOptions } from './lines.ts'

/** RFC 3261 19.1, 26.2.2; RFC 5630 5.1. */
const OPTIONS: LineOptions = { user: 'voice1', domain: 'pbx.example', scheme: 'sips', protocol: 'TLS' }

it('a line with a sips address has it in From, in what it dials and registers, and in its Contact', () => {
  const line = new Line(OPTIONS, countingRandom())
  const { flow } = recordedWay(undefined, 'TLS')
  expect([line.ownAddress, line.registrarUri, line.addressOf('101')]).toEqual([
    'sips:voice1@pbx.example',
    'sips:pbx.example',
    'sips:101@pbx.example',
  ])
  expect(line.contact(flow)).toBe('<sips:voice1@192.0.2.1:5060>')
  expect(line.contactUri(flow)).toBe('sips:voice1@192.0.2.1:5060')
})

it('a line with a sips address names its proxy by sips too', () => {
  const line = new Line({ ...OPTIONS, proxy: { host: '192.0.2.2' } }, countingRandom())
  expect(line.routes).toEqual(['<sips:192.0.2.2;lr>'])
})

it('a line with a sips address is refused over anything but TLS', () => {
  expect(() => checkLine({ ...OPTIONS, protocol: 'UDP' })).toThrow('A sips address needs a line over TLS')
  expect(() => checkLine(OPTIONS)).not.toThrow()
})
