/** Where calls are asked for in one line. */
export const EntryLine = () => null
