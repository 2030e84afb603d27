/** As much of it as the server takes. */
const LONGEST = { message: 1_000, stack: 8_000 } as const

/** The interface takes one line of whole characters: a stack has many lines, and what is cut off may end within one. */
const inOneLine = (text: string, longest: number): string =>
  text
    .replaceAll(/\s*\p{Cc}+\s*/gu, ' | ')
    .slice(0, longest)
    .replaceAll(/\p{Cs}/gu, '')

/** What the server's log is told of a page that broke: without its query, which may name a guest. */
export const errorReport = ({ message, stack = '' }: Error, page: string, build: string) => ({
  build,
  page,
  message: inOneLine(message, LONGEST.message),
  stack: inOneLine(stack, LONGEST.stack),
})
