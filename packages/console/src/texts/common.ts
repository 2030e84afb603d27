import { texts } from './table.ts'

/** What stands on more than one page. */
export const commonTexts = texts({
  retry: { en: 'Try again', de: 'Nochmals versuchen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  close: { en: 'Close', de: 'Schliessen' },
  copy: { en: 'Copy', de: 'Kopieren' },
  typeName: {
    en: (name: string) => `Type ${name} to go on`,
    de: (name: string) => `${name} eintippen, um fortzufahren`,
  },
  save: { en: 'Save', de: 'Speichern' },
  remove: { en: 'Delete', de: 'Löschen' },
  copied: { en: 'Copied', de: 'Kopiert' },
  csv: { en: 'CSV', de: 'CSV' },
  print: { en: 'Print', de: 'Drucken' },
  showMore: { en: 'Show more', de: 'Mehr anzeigen' },
  loading: { en: 'Loading', de: 'Wird geladen' },
  reference: { en: 'Reference', de: 'Referenz' },
  rows: {
    en: (shown: number) => `${shown} rows, more than are on the page at once: use the filter to search`,
    de: (shown: number) => `${shown} Zeilen, mehr als zugleich auf der Seite sind: Suche über den Filter`,
  },
})
