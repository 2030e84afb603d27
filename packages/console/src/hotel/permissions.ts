/** What a page may ask of an account before it is shown. */
export type Need = 'inventory' | 'frontdesk' | 'correct' | 'review' | 'administrator'

/** Whoever may do one of these; nothing asked: everybody. An administrator has each permission written out. */
export const may = (permissions: readonly string[], oneOf: readonly Need[]): boolean =>
  oneOf.length === 0 || oneOf.some((need) => permissions.includes(need))

/** Where somebody lands who asked for no page in particular: the first of these that there is, and that they may see. */
export function homeOf(permissions: readonly string[], isPhone: boolean): readonly string[] {
  if (may(permissions, ['frontdesk', 'administrator'])) return ['/today', '/rooms']
  if (may(permissions, ['inventory'])) return isPhone ? ['/rooms', '/minibar'] : ['/minibar', '/rooms']
  return may(permissions, ['review']) ? ['/today', '/rooms'] : ['/rooms', '/today']
}
