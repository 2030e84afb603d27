import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
} from 'yaml'
import { messageOf } from '../../kernel/failure.ts'
import { type Mistake, mistakeAt, pathTo, pointerTo, splitPointer } from '../mistake.ts'

export interface TextPlace {
  readonly line: number
  readonly path: string
}

/** A site file as plain values, every scalar in the form it was written in. */
export interface SiteText {
  readonly data: unknown
  readonly mistakes: readonly Mistake[]
  /** Where a JSON pointer leads; something that is missing lies where its parent begins. */
  readonly placeOf: (pointer: string) => TextPlace
}

const LARGEST_BYTES = 4 * 1024 * 1024
const DEEPEST = 50
// Each use of an alias counts in full: a few lines could otherwise expand into millions.
const MOST_ALIASED_NODES = 100_000

export function readYaml(text: string): SiteText {
  if (Buffer.byteLength(text) > LARGEST_BYTES) return unreadable([ofText(1, 'The file is larger than 4 MiB')])
  try {
    return readDocument(text)
  } catch (error) {
    return unreadable([ofText(1, `The file cannot be read as YAML: ${messageOf(error)}`)])
  }
}

function readDocument(text: string): SiteText {
  const lines = new LineCounter()
  const lineOf = (offset: number) => Math.max(1, lines.linePos(offset).line)
  // The failsafe schema takes every scalar as text. Repeated keys are found below, in linear time.
  const document = parseDocument(text, {
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
    lineCounter: lines,
  })
  if (document.errors.length > 0) return unreadable(syntaxMistakes(document.errors, lineOf))
  if (isBlank(document.contents)) return unreadable([ofText(1, 'The file is empty')])
  if (!isMap(document.contents))
    return unreadable([ofText(1, 'The file must consist of settings such as site: and users:')])
  return new Reader(lineOf).read(document.contents)
}

const ofText = (line: number, message: string): Mistake => ({ line, path: '', message })

const unreadable = (mistakes: readonly Mistake[]): SiteText => ({
  data: undefined,
  mistakes,
  placeOf: () => ({ line: 1, path: '' }),
})

/** One mistake a line: the first says what is wrong, the parser's further ones follow from it. */
function syntaxMistakes(errors: readonly YAMLError[], lineOf: (offset: number) => number): Mistake[] {
  const found = new Map<number, Mistake>()
  for (const error of errors) {
    const line = lineOf(error.pos[0])
    if (!found.has(line)) found.set(line, ofText(line, syntaxWords(error)))
  }
  return [...found.values()]
}

function syntaxWords({ code, message }: YAMLError): string {
  if (code === 'TAB_AS_INDENT') return 'Tabs cannot be used to indent; use spaces'
  if (code === 'MULTIPLE_DOCS') return 'The file must hold one document only, without further lines of ---'
  if (code === 'RESOURCE_EXHAUSTION') return 'The settings are nested too deeply'
  if (code === 'BAD_INDENT' && message.startsWith('Flow'))
    return 'What begins with [ or { must be indented and end with its ] or }'
  if (code === 'BAD_INDENT') return 'The indentation does not line up with the lines above'
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return 'There is a second "key: value" where only one can be; put text that holds ": " in quotes'
  // The parser quotes what it stumbled over, which may be a password.
  return `This is not YAML: ${message.slice(0, 120).replace(/: ["'].*$/s, '')}`
}

const isBlank = (node: Node | null) =>
  node === null || (isScalar(node) && node.type === 'PLAIN' && /^(~|null)?$/i.test(String(node.value)))

function wrongKey(name: string, fields: ReadonlyMap<string, unknown>): string | undefined {
  // It would change the prototype of a copy of the settings.
  if (name === '__proto__') return 'is not a known setting'
  return fields.has(name) ? 'stands here for the second time' : undefined
}

/** Walks the document once, keeping for every value where it stands. */
class Reader {
  private readonly lineOf: (offset: number) => number
  private readonly places = new Map<string, TextPlace>()
  private readonly mistakes: Mistake[] = []
  private readonly anchors = new Map<string, Node>()
  private readonly opened = new Set<Node>()
  private aliasDepth = 0
  private aliasedNodes = 0

  constructor(lineOf: (offset: number) => number) {
    this.lineOf = lineOf
  }

  read(root: Node): SiteText {
    this.places.set('', { line: 1, path: '' })
    const data = this.value(root, '')
    return { data, mistakes: this.mistakes, placeOf: (pointer) => this.placeOf(pointer) }
  }

  private placeOf(pointer: string): TextPlace {
    const place = this.places.get(pointer)
    if (place) return place
    const { parent, key } = splitPointer(pointer)
    const { line, path } = this.placeOf(parent)
    return { line, path: pathTo(path, /^\d+$/.test(key) ? Number(key) : key) }
  }

  private mistake(pointer: string, words: string): undefined {
    this.mistakes.push(mistakeAt(this.placeOf(pointer), words))
  }

  /** The plain value of a node; undefined where a mistake was noted instead. */
  private value(node: Node | null, pointer: string): unknown {
    if (isAlias(node)) return this.aliased(node.source, pointer)
    if (node === null || isBlank(node))
      return this.mistake(pointer, 'has no value: give it one, or leave it out')
    if (node.anchor !== undefined && this.aliasDepth === 0) this.anchors.set(node.anchor, node)
    if (this.aliasDepth > 0 && ++this.aliasedNodes > MOST_ALIASED_NODES) return undefined
    if (node.tag !== undefined && !/^(!|tag:yaml\.org,2002:(str|map|seq))$/.test(node.tag))
      return this.mistake(pointer, 'carries a tag: leave out what begins with !')
    if (isScalar(node)) return String(node.value)
    return this.collection(node, pointer)
  }

  private collection(node: Node, pointer: string): unknown {
    if (this.opened.size >= DEEPEST) return this.mistake(pointer, 'is nested too deeply')
    this.opened.add(node)
    const value = isMap<Node, Node | null>(node)
      ? this.map(node.items, pointer)
      : isSeq<Node>(node)
        ? this.list(node.items, pointer)
        : undefined
    this.opened.delete(node)
    return value
  }

  private list(items: readonly Node[], pointer: string): unknown[] {
    const { path, line } = this.placeOf(pointer)
    return items.map((item, index) => {
      const at = pointerTo(pointer, index)
      this.places.set(at, { line: item.range ? this.lineOf(item.range[0]) : line, path: pathTo(path, index) })
      return this.value(item, at)
    })
  }

  private map(pairs: readonly Pair<Node, Node | null>[], pointer: string): Record<string, unknown> {
    const fields = new Map<string, unknown>()
    for (const { key, value } of pairs) {
      const name = this.keyOf(key, pointer)
      if (name === undefined) continue
      const place = this.placeOfKey(pointer, name, key)
      const wrong = wrongKey(name, fields)
      if (wrong !== undefined) {
        this.mistakes.push(mistakeAt(place, wrong))
        continue
      }
      const at = pointerTo(pointer, name)
      this.places.set(at, place)
      fields.set(name, this.value(value, at))
    }
    return Object.fromEntries([...fields].filter(([, value]) => value !== undefined))
  }

  private placeOfKey(pointer: string, name: string, key: Node): TextPlace {
    const { path, line } = this.placeOf(pointer)
    return { line: key.range ? this.lineOf(key.range[0]) : line, path: pathTo(path, name) }
  }

  private keyOf(key: Node, pointer: string): string | undefined {
    if (isScalar(key) && key.tag === undefined) return String(key.value)
    return this.mistake(pointer, 'has a key that is not plain text')
  }

  private aliased(name: string, pointer: string): unknown {
    const node = this.anchors.get(name)
    if (!node) return this.mistake(pointer, `refers to ${name}, which does not stand above it`)
    if (this.opened.has(node)) return this.mistake(pointer, `refers to ${name}, which it is a part of`)
    this.aliasDepth++
    const value = this.value(node, pointer)
    this.aliasDepth--
    if (this.aliasDepth === 0 && this.aliasedNodes > MOST_ALIASED_NODES)
      return this.mistake(pointer, 'refers to more than can be unfolded; write it out')
    return value
  }
}
