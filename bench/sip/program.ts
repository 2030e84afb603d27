import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (place: string) => fileURLToPath(new URL(place, import.meta.url))

/** One of our own programs, in a process of its own: whoever measures shares no thread with what is measured. */
export interface Program<Question, Answer> {
  ask(question: Question): Promise<Answer>
  stop(): void
}

/** Bundled like the product, so that no loader slows them; the media thread's bundle lies beside. */
export async function buildPrograms() {
  await build({
    entryPoints: [
      at('../sip-caller.ts'),
      at('../sip-announcer.ts'),
      at('../../packages/sip/src/media/media-worker.ts'),
    ],
    outdir: at('../results/sip'),
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  })
}

export function startProgram<Question extends object, Answer>(
  name: 'sip-caller' | 'sip-announcer',
): Program<Question, Answer> {
  const child = fork(at(`../results/sip/${name}.js`), { execArgv: ['--expose-gc', '--enable-source-maps'] })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} has ended with ${code}`)
  })
  died.catch(() => {})
  return {
    async ask(question) {
      child.send(question)
      const [answer] = (await Promise.race([once(child, 'message'), died])) as [Answer]
      return answer
    },
    stop: () => child.disconnect(),
  }
}
