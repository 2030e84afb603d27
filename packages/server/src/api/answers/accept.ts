/** A client gets another type than JSON if it names it and does not prefer JSON. */
export function prefersToJson(accept = '', type: string): boolean {
  const ranges = accept.split(',').map((range) =>
    range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const liking = (wanted: string) => {
    const [, ...parameters] = ranges.find(([name]) => name === wanted) ?? ['', 'q=0']
    const weight = parameters.find((one) => one.startsWith('q='))
    return weight === undefined ? 1 : Number(weight.slice(2))
  }
  return liking(type) > 0 && liking(type) >= liking('application/json')
}
