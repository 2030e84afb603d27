/** Whether a host is the machine itself: from anywhere else it leads to another one, or to none. */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)

/** What a part of an address says: by hand somebody may have written a sign that stands for nothing, which is itself. */
export function readPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Value = string | null | undefined

/** Where an empty field is none. */
export const isEmpty = (value: Value): boolean => value === null || value === ''

/** What stands behind the question mark, with some of it changed: null takes a field away. */
export function queryWith(
  before: URLSearchParams,
  changes: Readonly<Record<string, Value>>,
  isGone: (value: Value) => boolean = (value) => value === null,
): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes))
    if (isGone(value)) after.delete(name)
    else after.set(name, value ?? '')
  return after
}
