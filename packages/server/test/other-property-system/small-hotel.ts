import { onTestFinished } from 'vitest'
import type { OtherPropertySystemOptions } from './options.ts'
import { RawClient } from './raw-client.ts'
import { OtherPropertySystem } from './system.ts'

/** 14 March 2026, 12:42:54. */
const NOON = Date.UTC(2026, 2, 14, 12, 42, 54)

/** Two of an article, at the price of the hotel. */
export const ARTICLES = 'PS|RN2781|PTM|MA1450|M#2|DA260314|TI124254|P#1733|SO100|ID225|'
/** An amount, with what it is for. */
export const AMOUNT = 'PS|RN2781|PTC|TA900|SO100|CTMinibar|X12 Cola|DA260314|TI124254|P#1734|'
export const numbered = (number: number): string => AMOUNT.replace('1734', String(number))

/** Three rooms, one guest, and a client that has just connected; its bytes are written by hand. */
export async function smallHotel(options: OtherPropertySystemOptions = {}) {
  const time = { now: NOON }
  const system = await OtherPropertySystem.open({ now: () => time.now, rooms: ['2780', '2782'], ...options })
  onTestFinished(() => system.close())
  system.reception.checkIn({ reservation: '5001', room: '2781', name: 'Meier' })
  const client = await RawClient.connect(system.port)
  onTestFinished(() => client.close())
  return { system, client, time }
}

/** The same, with the link alive. */
export async function linkedHotel(options: OtherPropertySystemOptions = {}) {
  const hotel = await smallHotel(options)
  await hotel.client.link()
  return hotel
}
