export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text, or how it is made of facts. */
type Said = string | ((...facts: never[]) => string)

/** The German takes the facts that the English takes. */
type Same<S> = S extends string ? string : S
type Table<T> = { readonly [K in keyof T]: { readonly en: T[K]; readonly de: NoInfer<Same<T[K]>> } }

type Texts<T> = { readonly [K in keyof T]: Same<T[K]> }

/** The texts of a page in each language. */
export type Spoken<T> = Readonly<Record<Language, T>>

const inLanguage = <T>(table: Table<T>, language: Language): Texts<T> =>
  Object.fromEntries(
    Object.entries<Table<T>[keyof T]>(table).map(([key, pair]) => [key, pair[language]]),
  ) as Texts<T>

/** A text that lacks a language does not compile. */
export const texts = <T extends Record<string, Said>>(table: Table<T>): Spoken<Texts<T>> => ({
  en: inLanguage(table, 'en'),
  de: inLanguage(table, 'de'),
})
