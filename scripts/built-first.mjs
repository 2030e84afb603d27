// Before any test of the whole: what is shipped is put together once for all files. Two of them that build at a time
// would take each other's parts away.
import { builtConsole, builtGuide, builtServer } from './built.mjs'

export async function setup() {
  await builtConsole()
  await builtServer()
  await builtGuide()
}
