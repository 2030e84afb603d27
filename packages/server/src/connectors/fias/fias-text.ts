import { codePage } from '@reveille/fias'
import type { CanWrite } from '../../hotel/deliveries/postable.ts'

/** A room that the property system would read as another one must not be charged. */
export const canWriteOverFias: CanWrite = (text, page) => {
  const { encode, decode } = codePage(page)
  return decode(encode(text)) === text
}
