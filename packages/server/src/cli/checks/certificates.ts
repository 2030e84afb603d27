import { endingCertificates } from '../../hotel/deliveries/certificates.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, fault, ok, warning } from './verdict.ts'

/** Whether what destinations were given as certificates lasts. Those of lines are files, and looked at with the lines. */
export const certificatesVerdict = (check: DatabaseCheck): Promise<CheckVerdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const { destinations } = createStores(handle, dialect)
    const charged = await destinations.list('charge', null)
    const told = await destinations.list('room-status', null)
    const ending = endingCertificates([...charged, ...told], check.clock.now())
    const words = ending.map((one) => one.words).join('; ')
    if (ending.some(({ isOver }) => isOver)) return fault(words)
    return ending.length > 0 ? warning(words) : ok('none of a connector or a server ends soon')
  })
