/** Gives the browser a file to keep. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Null where the browser keeps it from pages, as without encryption: then it is to be selected by hand. */
export const clipboard = (): Pick<Clipboard, 'writeText'> | null => navigator.clipboard ?? null
