/** `1 line`, `2 lines`: how many there are of a thing, in words. */
export const howMany = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
