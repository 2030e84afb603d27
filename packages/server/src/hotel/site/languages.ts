import { LANGUAGE } from '@reveille/contract'
import { keysOf } from '../../kernel/record.ts'

/** The languages that come with the product, in the order of their numbers. */
export const BUILT_IN: readonly string[] = keysOf(LANGUAGE)
