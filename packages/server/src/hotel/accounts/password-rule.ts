import { Failure } from '../../kernel/failure.ts'
import { isCommonPassword } from './common-passwords.ts'

interface NewPassword {
  readonly username: string
  readonly password: string
}

/** Why this cannot be the new password of this user, as `The password ...`; null when it can. */
export function passwordFlaw({ username, password }: NewPassword, minimum: number): string | null {
  if (password.trim() === '') return 'is blank'
  if (Array.from(password).length < minimum) return `must have at least ${minimum} characters`
  if (password.trim().toLowerCase() === username.toLowerCase()) return "must not be the user's name"
  return isCommonPassword(password) ? 'is among the commonest, which are guessed first' : null
}

/** For new and changed passwords only: stored ones go on working, whatever the rule was. */
export function mustBeFit(given: NewPassword, minimum: number) {
  const flaw = passwordFlaw(given, minimum)
  if (flaw === null) return
  const description = `The password ${flaw}`
  const problem = { code: 'password.weak', field: 'password', description, limit: minimum }
  throw new Failure('parameter.invalid', description, { field: 'password', problems: [problem] })
}
