import { createContext, useContext } from 'react'
import { type Format, formatFor } from './format.ts'
import type { Language, Spoken } from './table.ts'

/** Until the hotel is known, times are not shown; the zone of the device stands in. */
const UNKNOWN = { zone: 'UTC', clock: '24h' } as const

export const SpeechContext = createContext<Format>(formatFor('en', UNKNOWN))

export const useFormat = (): Format => useContext(SpeechContext)
export const useLanguage = (): Language => useFormat().language

/** The texts of a table in the language of whoever looks. */
export const useTexts = <T>(table: Spoken<T>): T => table[useLanguage()]
