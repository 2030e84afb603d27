import { type Drafts, isThing, textOfValue, type Thing } from './fields.ts'

const placesIn = (object: Thing): readonly string[] => {
  const places = object['secretsSet']
  return Array.isArray(places) ? places.map(textOfValue) : []
}

/** A section of the settings, with the secrets that are set in it. */
export function sectionWith(object: Thing, section: string): Thing {
  const part = object[section]
  const start = `${section}.`
  const secretsSet = placesIn(object)
    .filter((place) => place.startsWith(start))
    .map((place) => place.slice(start.length))
  return { ...(isThing(part) ? part : {}), secretsSet }
}

const thingAt = (object: unknown, steps: readonly string[]): Thing =>
  steps.reduce<Thing>(
    (at, step) => {
      const next: unknown = at[step]
      return isThing(next) ? next : Array.isArray(next) ? Object.fromEntries(Object.entries(next)) : {}
    },
    isThing(object) ? object : {},
  )

const stepsOf = (place: string) => place.split(/[.[\]]+/).filter((step) => step !== '')

/** Receivers that are told already and have a secret, by their address. */
const receiversIn = (object: Thing): readonly string[] =>
  placesIn(object)
    .map(stepsOf)
    .filter((steps) => steps.length > 1)
    .map((steps) => textOfValue(thingAt(object, steps.slice(0, -1))['url']))

/**
 * Whether something is stored for a secret; `beside`: the fields that stand with it. The secrets of receivers within a
 * list go by their address: so the server keeps them, wherever in the list they come to stand.
 */
export function isStored(object: Thing, place: string, beside: Drafts): boolean {
  if (place.includes('.')) return receiversIn(object).includes(textOfValue(beside['url']))
  return object[`${place}Set`] === true || placesIn(object).includes(place)
}
