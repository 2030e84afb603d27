import type { Heard } from '../kernel/clock.ts'
import { Failure, type Told, type ToldProblem } from '../kernel/failure.ts'

const SIGNED_OUT = 401
const FORBIDDEN = 403
/** The interface's number for a screen that must be unlocked first. */
const LOCKED = 12

const textIn = (body: unknown, name: string): string => {
  const value: unknown =
    typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : ''
  return typeof value === 'string' ? value : ''
}

const numberIn = (body: unknown, name: string): number => {
  const value: unknown =
    typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : 0
  return typeof value === 'number' ? value : 0
}

function problemsIn(body: unknown): ToldProblem[] {
  const all: unknown = typeof body === 'object' && body !== null && 'problems' in body ? body.problems : []
  return (Array.isArray(all) ? all : []).map((one: unknown) => ({
    code: textIn(one, 'code'),
    field: textIn(one, 'field'),
    description: textIn(one, 'description'),
    limit: numberIn(one, 'limit'),
    shape: textIn(one, 'shape'),
    thing: textIn(one, 'thing'),
  }))
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

async function toldBy(response: Response): Promise<Told> {
  const body = await bodyOf(response)
  return {
    status: response.status,
    error: numberIn(body, 'error'),
    description: textIn(body, 'description'),
    reference: textIn(body, 'reference'),
    againInSeconds: Number(response.headers.get('retry-after') ?? 0),
    code: textIn(body, 'code'),
    field: textIn(body, 'field'),
    problems: problemsIn(body),
  }
}

export async function failureOf(response: Response): Promise<Failure> {
  const told = await toldBy(response)
  if (response.status === SIGNED_OUT) return new Failure('signed-out', told)
  if (response.status === FORBIDDEN && told.error === LOCKED) return new Failure('locked', told)
  return new Failure('problem', told)
}

const FILES = ['audio/wav', 'application/yaml']

/** Null for "200, no body"; files come as they are. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (FILES.includes(response.headers.get('content-type') ?? '')) return response.blob()
  const text = await response.text()
  if (text === '') return null
  try {
    const answer: unknown = JSON.parse(text)
    return answer
  } catch {
    throw new Failure('unreadable')
  }
}

/** The house's time, where an answer tells it. */
export function heardFrom(response: Response, sent: number, received: number): Heard | null {
  const told = Number(response.headers.get('reveille-time') ?? Number.NaN)
  return Number.isFinite(told) ? { told, within: 0, sent, received } : null
}
