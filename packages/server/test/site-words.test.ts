import { FIAS_CODEPAGES } from '@reveille/contract'
import { CODE_PAGES } from '@reveille/fias'
import { expect, it } from 'vitest'

it('a site file can name every code page that the link to a property system knows, and no other', () => {
  expect(FIAS_CODEPAGES.toSorted()).toEqual(CODE_PAGES.toSorted())
})
