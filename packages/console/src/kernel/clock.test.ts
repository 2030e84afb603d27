import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { houseClock, middleOf, narrowed } from './clock.ts'

const heard = (told: number, sent: number, received: number, within = 0) => ({ told, within, sent, received })

describe('the clock of a screen', () => {
  it('takes the middle of what one answer leaves open', () => {
    expect(middleOf(narrowed(null, heard(10_000, 0, 200)))).toBe(9_900)
  })

  it('knows better with every answer, and a slow one spoils nothing', () => {
    const first = narrowed(null, heard(10_000, 0, 2_000))
    const second = narrowed(first, heard(13_000, 3_000, 3_040))
    expect(second).toEqual({ least: 9_960, most: 10_000 })
    expect(narrowed(second, heard(20_000, 8_000, 12_000))).toEqual(second)
  })

  it('believes the newest answer when a clock was set meanwhile', () => {
    const before = narrowed(null, heard(10_000, 0, 10))
    expect(narrowed(before, heard(70_000, 100, 110))).toEqual({ least: 69_890, most: 69_900 })
  })

  it('reckons with a server that tells whole seconds only', () => {
    expect(narrowed(null, heard(10_000, 500, 500, 1_000))).toEqual({ least: 9_500, most: 10_500 })
  })
})

describe('a frame of a screen', () => {
  const frames: ((at: number) => void)[] = []
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  beforeAll(() => {
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('requestAnimationFrame', (act: (at: number) => void) => frames.push(act))
    vi.stubGlobal('cancelAnimationFrame', (frame: number) => void (frames[frame - 1] = () => {}))
  })
  afterAll(() => void vi.unstubAllGlobals())
  afterEach(() => {
    page.visibilityState = 'visible'
  })
  const paint = () => frames.splice(0).forEach((act) => act(0))
  const hide = () => {
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
  }

  it('that was asked for before the page was hidden is not waited for until it is seen again, and comes once', () => {
    const seen: string[] = []
    const { frame } = houseClock()
    frame(() => seen.push('hidden meanwhile'))
    hide()
    expect(seen).toEqual(['hidden meanwhile'])
    page.visibilityState = 'visible'
    paint()
    frame(() => seen.push('painted'))
    paint()
    hide()
    expect(seen).toEqual(['hidden meanwhile', 'painted'])
  })

  it('that is called off does not come', () => {
    const seen: string[] = []
    houseClock().frame(() => seen.push('called off'))()
    hide()
    paint()
    expect(seen).toEqual([])
  })
})
