import { Failure } from '../../kernel/failure.ts'
import { isCommonPassword } from './common-passwords.ts'

/** A PIN for one of these is good for nothing else. */
export type PinPurpose = 'screen' | 'phone'

/** Whoever stands at a locked screen tries 123456 and 111111 first. */
export function mustBeFitPin(pin: string) {
  if (isCommonPassword(pin))
    throw new Failure('parameter.invalid', 'The PIN is among the commonest, which are guessed first', {
      field: 'pin',
    })
}
