import { type ComponentType, createElement, lazy, useState } from 'react'

interface Loaded<P> {
  readonly default: ComponentType<P>
}

const onTheirWay = new Set<Promise<unknown>>()

/** What was asked for until now is there, or cannot be had. */
export const allBrought = async (): Promise<void> => void (await Promise.allSettled(onTheirWay))

/**
 * A part that is loaded when it is first drawn, or before by `bring`. What is there already is drawn at once: with
 * `lazy` alone something would stand in for it, and what stands in once is left standing for 300 ms.
 */
export function brought<P extends object>(load: () => Promise<Loaded<P>>) {
  let there: ComponentType<P> | null = null
  const get = async (): Promise<Loaded<P>> => {
    const part = await load()
    there = part.default
    return part
  }
  const bring = (): Promise<Loaded<P>> => {
    const coming = get()
    onTheirWay.add(coming)
    return coming.finally(() => onTheirWay.delete(coming))
  }
  const Later = lazy(bring)
  function Part(props: P) {
    // The same one as long as it stands: another would begin anew.
    const [Shown] = useState<ComponentType<P> | typeof Later>(() => there ?? Later)
    return createElement<P>(Shown, props)
  }
  return { Part, bring }
}
