/** What was opened, one after the other; it is closed in the opposite order. */
export class Opened {
  readonly #closes: (() => unknown)[] = []

  /** Opens it with everything that came before; when that fails, everything is closed and the failure told. */
  async with<Thing>(opening: Promise<Thing>, close: (thing: Thing) => unknown): Promise<Thing> {
    const thing = await this.orClose(opening)
    this.#closes.push(() => close(thing))
    return thing
  }

  async orClose<Result>(hoped: Promise<Result>): Promise<Result> {
    try {
      return await hoped
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    for (const close of this.#closes.splice(0).toReversed()) await close()
  }
}
