/** The server's own page for the printer: A4, by time and by room, with boxes to tick. */
export const printAddress = ({ start, end }: { readonly start: string; readonly end: string }): string =>
  `/rest/wakeup/list/print?start=${start}&end=${end}`
