/** RFC 3711 3.3.2: at least 64; more than a second of audio. */
const SIZE = 128

/** Which packets have come, by their index: one that comes again was recorded by somebody, and is no news. */
export class ReplayWindow {
  readonly #seen = new Uint8Array(SIZE)
  #highest = -1

  isNew(index: number): boolean {
    if (index > this.#highest) return true
    return this.#highest - index < SIZE && this.#seen[index % SIZE] === 0
  }

  note(index: number): void {
    const first = Math.max(this.#highest + 1, index - SIZE + 1)
    for (let passed = first; passed <= index; passed++) this.#seen[passed % SIZE] = 0
    this.#seen[index % SIZE] = 1
    this.#highest = Math.max(this.#highest, index)
  }
}
