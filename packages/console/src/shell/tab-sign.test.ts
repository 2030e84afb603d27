import { describe, expect, it } from 'vitest'
import { tabPicture, tabTitle } from './tab-sign.ts'

describe('the tab of the browser', () => {
  it('tells page and hotel, and how many alarms are open', () => {
    expect(tabTitle('Today', 'Grand Hotel', 0)).toBe('Today · Grand Hotel')
    expect(tabTitle('Today', 'Grand Hotel', 2)).toBe('(2) Today · Grand Hotel')
    expect(tabTitle('', 'Grand Hotel', 0)).toBe('Grand Hotel')
  })

  it('shows the number in its picture, and no more than two digits', () => {
    expect(decodeURIComponent(tabPicture(2, true))).toContain('>2</text>')
    expect(decodeURIComponent(tabPicture(250, true))).toContain('>99</text>')
    expect(decodeURIComponent(tabPicture(0, false))).not.toContain('<text')
  })
})
