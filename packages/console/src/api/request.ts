export type Request = typeof fetch

/** The browser's way to the network, in one place: whoever asks takes it as a parameter. */
export const request: Request = (input, init) => fetch(input, init)
