import { Failure } from '../src/kernel/failure.ts'
import type { RingingHotel } from './ringing-hotel.ts'

/** From now on nothing can be written, until the function is called that this gives. */
export function fillDisk({ app: { database, outage } }: Pick<RingingHotel, 'app'>): () => void {
  const { transaction } = database
  const full = () => {
    const error = new Failure('store.unavailable', 'The disk is full')
    outage.begins(error)
    return Promise.reject(error)
  }
  Object.assign(database, { transaction: full })
  return () => void Object.assign(database, { transaction })
}
