import { type Language, texts } from './table.ts'

/** The call by which a room was rung again, as an alarm has it. */
export interface AgainCall {
  readonly scheduled: string
  readonly result: number
}

const words = texts({
  rings: {
    en: (time: string) => `rings again at ${time}`,
    de: (time: string) => `klingelt um ${time} nochmals`,
  },
  answered: {
    en: (time: string) => `rung again at ${time}, answered`,
    de: (time: string) => `um ${time} nochmals angerufen, abgenommen`,
  },
  unanswered: {
    en: (time: string) => `rung again at ${time}, not answered`,
    de: (time: string) => `um ${time} nochmals angerufen, nicht abgenommen`,
  },
})

const [NO_RESULT, COMPLETE] = [-1, 1]

/** How a guest who was not woken was rung again, as words within a sentence. */
export function againIn(language: Language, result: number, time: string): string {
  const said = words[language]
  if (result === NO_RESULT) return said.rings(time)
  return result === COMPLETE ? said.answered(time) : said.unanswered(time)
}
