import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConfigNoun, type ConfigObject, configObjects } from '../../api/config.ts'
import { changesOf, draftOf, type FormField, type Mistake, mistakeIn } from '../../hotel/settings/fields.ts'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk, useThingQuery } from '../../live/desk.ts'
import { useToast } from '../../parts/toasts.tsx'
import { KINDS } from './pages.ts'
import { lastChange, listKey, said as textIn } from './use-config.ts'

/** What somebody else has stored meanwhile, and who it was, where the log tells. */
export interface Theirs {
  readonly value: string
  readonly who: string
}

const plain = (draft: unknown) => (typeof draft === 'string' ? draft : '')

/** What stands in a cell, what somebody writes over it, and what came of saving it. */
export function useCell(noun: ConfigNoun, field: FormField, object: ConfigObject) {
  const queries = useQueryClient()
  const toast = useToast()
  const stored = plain(draftOf(field, object[field.name]))
  const [written, setWritten] = useState<string | null>(null)
  const [mistake, setMistake] = useState<Mistake | null>(null)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [isBusy, setBusy] = useState(false)
  const store = useStore(noun, field, object)
  const save = async (next: string): Promise<boolean> => {
    const other = await store(next, theirs?.value ?? stored)
    setTheirs(other)
    if (other !== null) return false
    await queries.invalidateQueries({ queryKey: listKey(noun) })
    setWritten(null)
    return true
  }
  /** Whether what is written stands. Over what somebody else has stored it is written only if that is meant. */
  const commit = async (next: string, isMeant: boolean): Promise<boolean> => {
    if (isBusy || (theirs !== null && !isMeant)) return false
    setWritten(next === stored ? null : next)
    const wrong = mistakeIn(field, next)
    setMistake(wrong)
    if (wrong !== null || next === stored) return wrong === null
    setBusy(true)
    try {
      return await save(next)
    } catch (error) {
      const problem = asFailure(error).told?.problems?.[0]
      if (problem === undefined) toast.failure(error)
      else setMistake(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  const giveUp = () => {
    setWritten(null)
    setMistake(null)
    if (theirs !== null) void queries.invalidateQueries({ queryKey: listKey(noun) })
    setTheirs(null)
  }
  return { text: written ?? stored, isBusy, mistake, theirs, write: setWritten, commit, giveUp }
}

/** Writes over what its writer has seen, and over nothing else: otherwise it tells what stands there now. */
function useStore(noun: ConfigNoun, field: FormField, object: ConfigObject) {
  const { client } = useDesk()
  const objects = configObjects(client, noun)
  const one = { key: textIn(object, 'id'), ...useThingQuery()(textIn(object, 'tenant')) }
  return async (next: string, seen: string): Promise<Theirs | null> => {
    const { object: now, tag } = await objects.get(one)
    const value = plain(draftOf(field, now[field.name]))
    if (value !== seen && value !== next) {
      const last = await lastChange(client, KINDS[noun].noun, one.key)
      return { value, who: last?.who ?? '' }
    }
    const [before, after] = [{ [field.name]: value }, { [field.name]: next }]
    if (value !== next)
      await objects.change(one, changesOf([field], before, after, { takesNull: KINDS[noun].takesNull }), tag)
    return null
  }
}
