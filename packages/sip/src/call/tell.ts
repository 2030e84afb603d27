/**
 * Tells a listener of the program. What it throws does not affect the call: it comes up as uncaught once we
 * are done. False when it threw.
 */
export function tell(listener: () => void): boolean {
  try {
    listener()
    return true
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
    return false
  }
}
