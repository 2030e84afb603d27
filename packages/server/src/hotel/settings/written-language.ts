/** Languages in which mails and pages to print are written. */
const WRITTEN = ['en', 'de'] as const
export type WrittenLanguage = (typeof WRITTEN)[number]

/** What is written for a site that speaks this language; English where we do not write it. */
export const writtenIn = (language: string): WrittenLanguage =>
  WRITTEN.find((one) => language.toLowerCase().split('-', 1)[0] === one) ?? 'en'
