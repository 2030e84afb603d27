/** What a part of an address says: by hand somebody may have written a sign that stands for nothing, which is itself. */
export function readPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
