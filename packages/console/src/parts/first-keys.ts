/** What was typed before what it is meant for was there to read it. */
export class FirstKeys {
  #text = ''

  get text(): string {
    return this.#text
  }

  keep(text: string): void {
    this.#text = text
  }
}
