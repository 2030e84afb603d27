import { describe, expect, it } from 'vitest'
import { type PageKey, PageKeyBook } from './page-keys.ts'

const key = (what: string): PageKey => ({ key: 'p', what, act: () => {} })

describe('a key that the page and what is open beside it both want', () => {
  it.each([
    ['the page came first', ['page', 'beside']],
    ['the page came later', ['beside', 'page']],
  ] as const)('is that of what is open: %s', (_, order) => {
    const book = new PageKeyBook()
    for (const one of order) book[one].add([key(one)])
    expect(book.all.get().map(({ what }) => what)).toEqual(['page', 'beside'])
  })

  it('is the page’s again when that is closed', () => {
    const book = new PageKeyBook()
    const close = book.beside.add([key('story')])
    book.page.add([key('list')])
    close()
    expect(book.all.get().map(({ what }) => what)).toEqual(['list'])
  })
})
