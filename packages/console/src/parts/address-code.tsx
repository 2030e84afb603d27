import { useEffect, useState } from 'react'
import { isThisMachine } from '../kernel/address.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'

/** The light edge that a camera needs around it. */
const EDGE = 2

/** Each dark square of a code, as one path. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

interface Drawn {
  readonly size: number
  readonly path: string
}

/** Where the console is, for the camera of a phone: nobody types an address from paper. */
export function AddressCode() {
  const { addressCode } = useTexts(commonTexts)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isHere = true
    const draw = async () => {
      // Few people print slips: what draws them is loaded when they do.
      const { encode } = await import('uqr')
      const { data, size } = encode(location.origin, { ecc: 'M', border: EDGE })
      if (isHere) setDrawn({ size, path: pathOf(data) })
    }
    void draw()
    return () => {
      isHere = false
    }
  }, [])
  if (drawn === null) return null
  return (
    <svg
      className="address-code"
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={addressCode}
    >
      <path d={drawn.path} />
    </svg>
  )
}

/** Before slips are printed: on the server itself the address in the browser leads nobody else there. */
export function OnlyHere() {
  const { onlyHere } = useTexts(commonTexts)
  return isThisMachine(location.hostname) ? <p className="tag s-again no-print">{onlyHere}</p> : null
}
