import { text } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } }
  /** Of each node one number a field, one node after the other. */
  readonly nodes: readonly number[]
}

/** What another thread of this process holds, after a collection: only a snapshot of its heap can tell. */
export async function threadHeapBytes(thread: Worker): Promise<number> {
  const { snapshot, nodes } = JSON.parse(await text(await thread.getHeapSnapshot())) as HeapSnapshot
  const { node_fields: fields } = snapshot.meta
  let bytes = 0
  for (let at = fields.indexOf('self_size'); at < nodes.length; at += fields.length) bytes += nodes[at] ?? 0
  return bytes
}
