interface Span {
  readonly start: string
  readonly end: string
}

/** The server's own page for the printer: A4, by time and by room, with boxes to tick. */
export const printAddress = ({ start, end }: Span, language: string): string =>
  `/rest/wakeup/list/print?start=${start}&end=${end}&language=${language}`

/** Opens that page, and on it the browser's own question which printer: Enter, and it is on paper. */
export function printNight(span: Span, language: string): void {
  const paper = window.open(printAddress(span, language), '_blank')
  paper?.addEventListener('load', () => paper.print())
}
