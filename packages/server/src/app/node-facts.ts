import type { Telephony } from '../calls/lines/telephony.ts'
import { migrationNames } from '../store/engine/migrations/index.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'

export const lineCount = (telephony: Telephony) => {
  const { lines } = telephony.describe()
  return { working: lines.filter((line) => line.working).length, all: lines.length }
}

/** The tables that this version goes by. */
export const ownSchema = ({ dialect }: Pick<HotelDatabase, 'dialect'>) => migrationNames(dialect).at(-1) ?? ''
