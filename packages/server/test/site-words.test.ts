import { FIAS_CODEPAGES, FIAS_FAMILIES } from '@reveille/contract'
import { CODE_PAGES, type CodePageName, type InterfaceFamily } from '@reveille/fias'
import { expect, expectTypeOf, test } from 'vitest'

// The two packages may not know each other; whoever knows both holds their words against each other, the compiler too.

test('the site file offers exactly the code pages that the property-system link knows', () => {
  expectTypeOf<(typeof FIAS_CODEPAGES)[number]>().toEqualTypeOf<CodePageName>()
  expect(FIAS_CODEPAGES.toSorted()).toEqual(CODE_PAGES.toSorted())
})

test('and exactly the interface families', () => {
  expectTypeOf<(typeof FIAS_FAMILIES)[number]>().toEqualTypeOf<InterfaceFamily>()
})
