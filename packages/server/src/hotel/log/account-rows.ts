import { Type } from 'typebox'
import { number, text } from '../../kernel/schema.ts'
import { detail } from './detail.ts'

/** Who signs in at a screen. */
export const ACCOUNT_ROWS = {
  'session.opened': detail({ account: text, session: text, as: Type.Enum(['person', 'display']) }),
  /** Somebody has ended them; what ends by itself leaves no row. */
  'session.ended': detail({ account: text, sessions: number }),
}
