/** A client gets another type than JSON if it names it and does not prefer JSON. */
export function prefersToJson(accept = '', type: string): boolean {
  const liking = (wanted: string) => {
    const named = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(wanted))
    return named === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(named)?.[1] ?? 1)
  }
  return liking(type) > 0 && liking(type) >= liking('application/json')
}
