/** Another form than JSON is sent to those who name it and do not like JSON better. */
export function prefersToJson(accept = '', type: string): boolean {
  const liking = (wanted: string) => {
    const named = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(wanted))
    return named === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(named)?.[1] ?? 1)
  }
  return liking(type) > 0 && liking(type) >= liking('application/json')
}
