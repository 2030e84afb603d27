/** Opens a page of the server made for the printer, and on it the browser's own question which one: Enter, and it is on paper. */
export function printPaper(address: string): void {
  const paper = window.open(address, '_blank')
  paper?.addEventListener('load', () => paper.print())
}
