interface Builder {
  builtConsole(): Promise<void>
  builtGuide(): Promise<void>
}

/** Before any test, once for all files: two of them that build at a time would disturb each other. */
export default async function builtFirst(): Promise<void> {
  const script = new URL('../../../scripts/built.mjs', import.meta.url)
  const { builtConsole, builtGuide } = (await import(script.href)) as Builder
  await builtConsole()
  await builtGuide()
}
