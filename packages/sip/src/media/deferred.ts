/** A promise that somebody else settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
  reject(error: Error): void
}

export function deferred<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  // Whoever asks hears of a rejection; it is no fault that nobody has asked.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
