import type { MailPlan } from '../settings/sections.ts'
import type { WrittenLanguage } from '../settings/written-language.ts'
import type { Alarm } from './alarm.ts'
import { alarmInGerman } from './alarm-german.ts'

type Report = MailPlan['report']

/** What mails say, in one language. */
export interface MailWords {
  alarm(alarm: Alarm): string
  notWoken(rooms: number): string
  andMore(first: string, others: number): string
  acknowledge(alarms: number): string
  report(report: Report): string
  asTable(title: string, days: string): string
  test(house: string, by: string): { readonly subject: string; readonly text: string }
}

const REPORTS: Readonly<Record<Report, string>> = {
  wakeup: 'Report on wake-up calls',
  inventory: 'Report on charges',
  delivery: 'Report on deliveries',
  roomstatus: 'Report on room status',
}

const BERICHTE: Readonly<Record<Report, string>> = {
  wakeup: 'Bericht über Weckrufe',
  inventory: 'Bericht über Belastungen',
  delivery: 'Bericht über Zustellungen',
  roomstatus: 'Bericht über Zimmerzustände',
}

const ENGLISH: MailWords = {
  alarm: ({ text }) => text,
  notWoken: (rooms) => `${rooms} rooms were not woken`,
  andMore: (first, others) => `${first}, and ${others} more`,
  acknowledge: (alarms) =>
    `Please acknowledge ${alarms === 1 ? 'it' : 'them'} in Reveille, so that others know that you know.`,
  report: (report) => REPORTS[report],
  asTable: (title, days) => `${title}, ${days}, as a table for a spreadsheet.`,
  test: (house, by) => ({
    subject: `Reveille at ${house}: this is a test`,
    text: `Alarms of ${house} will come to this address.\n\nAsked for by ${by}.\n`,
  }),
}

const GERMAN: MailWords = {
  alarm: alarmInGerman,
  notWoken: (rooms) => `${rooms} Zimmer wurden nicht geweckt`,
  andMore: (first, others) => `${first}, und ${others} weitere`,
  acknowledge: () => 'Bitte nehmen Sie es in Reveille zur Kenntnis, damit andere wissen, dass Sie es wissen.',
  report: (report) => BERICHTE[report],
  asTable: (title, days) => `${title}, ${days}, als Tabelle für ein Rechenblatt.`,
  test: (house, by) => ({
    subject: `Reveille in ${house}: ein Versuch`,
    text: `Alarme von ${house} werden an diese Adresse kommen.\n\nVerlangt von ${by}.\n`,
  }),
}

export const MAIL_WORDS: Readonly<Record<WrittenLanguage, MailWords>> = { en: ENGLISH, de: GERMAN }
