// What a build tells whoever started it: that it goes on, since it takes a while, and why it failed.

/** Of a failure that is told already: nothing more is to be said. */
export class NotBuilt extends Error {}

/** Why something could not be built, in a sentence that says what to do. */
export function whyNotBuilt(what, error) {
  const told = error instanceof Error ? error.message : String(error)
  const code = error?.code
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `${what} could not be built, as something that it is built with is not installed: run npm install first (${firstLine(told)})`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${what} could not be built, as ${error.path ?? 'its folder'} cannot be written (${code}): run npm run build once as the owner of this folder`
  if (code === 'ENOSPC') return `${what} could not be built: the disk is full`
  return `${what} could not be built: ${told.trim()}`
}

const firstLine = (text) => text.split('\n', 1)[0]

/** Builds something. `say` takes a line for people. */
export async function inWords(what, build, say) {
  say(`Building ${what}…`)
  try {
    await build()
  } catch (error) {
    throw new NotBuilt(whyNotBuilt(what, error), { cause: error })
  }
}

/** Runs a program that may have to be built first; a build that fails ends it with 1. */
export async function orSaid(work, say) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBuilt)) throw error
    say(error.message)
    process.exit(1)
  }
}
