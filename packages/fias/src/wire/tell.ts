/**
 * Tells a listener of the program. What it throws does not affect the link: it comes up as uncaught once we
 * are done.
 */
export function tell(listener: () => void) {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
