import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'
import { SKY_DARK, SKY_LIGHT, skyAt } from './sky.ts'
import tokens from './tokens.css?raw'

const STATES = ['waits', 'busy', 'good', 'put', 'again', 'bad', 'hand', 'over'] as const

/** The colours that a theme sets. */
const themeOf = (name: 'light' | 'dark') => {
  const block = tokens.split('[data-theme=').find((part) => part.startsWith(`'${name}'`)) ?? ''
  const body = block.slice(0, block.indexOf('}'))
  return new Map(
    Array.from(body.matchAll(/--([\w-]+): (#\w{6});/g), ([, key = '', value = '']) => [key, value]),
  )
}

describe.each(['light', 'dark'] as const)('in the %s theme', (name) => {
  const colours = themeOf(name)
  const colour = (key: string) => colours.get(key) ?? `${key} is missing`
  const between = (one: string, other: string) => contrast(colour(one), colour(other))

  it('every colour of every state is there', () => {
    const wanted = STATES.flatMap((state) => ['fill', 'text', 'mark'].map((part) => `${state}-${part}`))
    expect(wanted.filter((key) => !colours.has(key))).toEqual([])
  })

  it.each(['ground', 'surface', 'sunken'])('ink can be read on %s, and the second ink too', (under) => {
    expect(between('ink', under)).toBeGreaterThan(7)
    expect(between('ink-2', under)).toBeGreaterThan(4.5)
  })

  it.each(STATES)('%s can be read on its fill and on the surface, and its mark be seen', (state) => {
    for (const under of [`${state}-fill`, 'surface', 'ground'])
      expect(between(`${state}-text`, under)).toBeGreaterThan(4.5)
    for (const under of [`${state}-fill`, 'surface'])
      expect(between(`${state}-mark`, under)).toBeGreaterThanOrEqual(3)
    expect(between('ink', `${state}-fill`)).toBeGreaterThan(7)
    expect(between('ink-2', `${state}-fill`)).toBeGreaterThan(4.5)
  })

  it('controls can be seen, and what stands on them be read', () => {
    for (const under of ['ground', 'surface']) {
      expect(between('border', under)).toBeGreaterThanOrEqual(3)
      expect(between('accent', under)).toBeGreaterThan(4.5)
    }
    expect(between('on-accent', 'accent')).toBeGreaterThan(4.5)
    expect(between('on-bar', 'bar')).toBeGreaterThan(7)
    expect(between('on-bar-2', 'bar')).toBeGreaterThan(4.5)
    expect(between('bad-fill', 'bad-text')).toBeGreaterThan(4.5)
  })

  it('bars and the clock stand out against every hour of the sky', () => {
    const stops = name === 'light' ? SKY_LIGHT : SKY_DARK
    for (let minute = 0; minute <= 14 * 60; minute += 15)
      expect(contrast(colour('bar'), skyAt(stops, minute))).toBeGreaterThan(4.5)
  })
})
