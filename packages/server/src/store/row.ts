import type { Flag } from './schema.ts'

export const flag = (value: boolean): Flag => (value ? 1 : 0)

export type Json = Readonly<Record<string, unknown>>

export const toJson = (value: unknown): string => JSON.stringify(value)
export const fromJson = <T = Json>(text: string): T => JSON.parse(text) as T
