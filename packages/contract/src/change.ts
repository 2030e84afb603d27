import {
  IsObject,
  IsOptional,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  Type,
} from 'typebox'

/** Settings that belong together and are changed field by field, wherever in a section they stand. */
export const SETTING_GROUPS: ReadonlySet<string> = new Set([
  'snooze',
  'escalation',
  'virtual',
  'audioPorts',
  'tls',
  'systemAliases',
])

/** As it is changed: what is left out stays as it is, and null takes away what it can do without. */
export const changeForm = (properties: TProperties, said: TSchemaOptions = {}) =>
  Type.Partial(
    Type.Object(
      Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [
          name,
          IsOptional(one) ? orNothing({ ...inGroup(name, one) }) : one,
        ]),
      ),
    ),
    { additionalProperties: false, ...said },
  )

/** A section of the settings, or a group of them, as it is changed. */
export const sectionChangeForm = (section: TObject) => changeForm(section.properties, saidOf({ ...section }))

const inGroup = (name: string, field: TSchema): TSchema =>
  SETTING_GROUPS.has(name) && IsObject(field) ? sectionChangeForm(field) : field

/** What is said of a field is said of both. */
const orNothing = (field: TSchemaOptions) => Type.Union([field, Type.Null()], saidOf(field))

export const saidOf = (field: TSchemaOptions): TSchemaOptions => {
  const said = ['description', 'writeOnly', 'examples'].filter((name) => name in field)
  return Object.fromEntries(said.map((name) => [name, field[name]]))
}
