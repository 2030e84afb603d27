/** Fields that are written and never shown. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'secret',
  'previousSecret',
  'token',
  'authKey',
  'passwordHash',
])
