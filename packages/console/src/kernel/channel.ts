/** What the tabs of one browser tell each other. */
export interface Channel<M> {
  tell(message: M): void
  hear(on: (message: M) => void): () => void
  close(): void
}

export function browserChannel<M>(name: string, isMessage: (data: unknown) => data is M): Channel<M> {
  const wire = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it never leaves our own pages
    tell: (message) => wire.postMessage(message),
    hear(on) {
      const heard = ({ data }: MessageEvent<unknown>) => {
        // A tab of an older build may still be open, and speak otherwise.
        if (isMessage(data)) on(data)
      }
      wire.addEventListener('message', heard)
      return () => wire.removeEventListener('message', heard)
    },
    close: () => wire.close(),
  }
}
