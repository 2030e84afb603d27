import { texts } from '../../texts/table.ts'

export const partsTexts = texts({
  title: { en: 'Parts', de: 'Teile' },
  main: { en: 'The deed', de: 'Die Tat' },
  plain: { en: 'Another', de: 'Eine andere' },
  danger: { en: 'Cannot be undone', de: 'Nicht rückgängig zu machen' },
  quiet: { en: 'Quiet', de: 'Leise' },
  disabled: { en: 'Cannot now', de: 'Geht jetzt nicht' },
  chip: { en: 'One way to look', de: 'Eine Sicht' },
  key: { en: 'Ctrl K', de: 'Strg K' },
  tag: { en: '125 is vacant', de: '125 ist frei' },
  tick: { en: 'Older than 4 h', de: 'Älter als 4 h' },
  choice: { en: 'One of two', de: 'Eines von zweien' },
  field: { en: 'Field', de: 'Feld' },
  hint: { en: 'What is meant', de: 'Was gemeint ist' },
  wrong: { en: 'What is wrong', de: 'Was falsch ist' },
  question: { en: 'Really?', de: 'Wirklich?' },
  empty: { en: 'Nothing is here.', de: 'Hier ist nichts.' },
})
