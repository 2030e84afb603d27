// Listens to files of 16-bit samples at 16 kHz with the tiny English model of Moonshine, and prints what it
// understands, a line for each: node listener.mjs FOLDER-OF-PACKAGES FILE...
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = '', ...files] = process.argv.slice(2)
const packages = createRequire(path.join(folder, 'package.json'))
const { InferenceSession, Tensor } = packages('onnxruntime-node')
const { default: tokenizer } = await import(pathToFileURL(packages.resolve('llama-tokenizer-js')).href)

const weights = (name) => path.join(folder, 'package', 'dist', 'model', 'tiny', 'quantized', name)
const encoder = await InferenceSession.create(weights('encoder_model.onnx'))
const decoder = await InferenceSession.create(weights('decoder_model_merged.onnx'))

const RATE = 16_000
const LAYERS = 6
const [HEADS, HEAD_SIZE] = [8, 36]
const [BEGIN, END] = [1, 2]
/** More than anybody says in a second. */
const TOKENS_PER_SECOND = 8

function nothingYet() {
  const memory = {}
  for (let layer = 0; layer < LAYERS; layer++)
    for (const side of ['decoder', 'encoder'])
      for (const part of ['key', 'value'])
        memory[`past_key_values.${layer}.${side}.${part}`] = new Tensor('float32', new Float32Array(), [
          0,
          HEADS,
          1,
          HEAD_SIZE,
        ])
  return memory
}

const likeliest = (scores) => scores.reduce((best, score, at) => (score > scores[best] ? at : best), 0)

async function understood(sound) {
  const { last_hidden_state: heard } = await encoder.run({
    input_values: new Tensor('float32', sound, [1, sound.length]),
  })
  const tokens = [BEGIN]
  let memory = nothingYet()
  for (let n = 0; n < (sound.length / RATE) * TOKENS_PER_SECOND; n++) {
    const said = await decoder.run({
      input_ids: new Tensor('int64', [BigInt(tokens.at(-1))], [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor('bool', [n > 0]),
      ...memory,
    })
    const next = likeliest(said.logits.data)
    if (next === END) break
    tokens.push(next)
    memory = remembered(memory, said, n === 0)
  }
  return tokenizer.decode(tokens)
}

/** What was heard stays the same after the first word; what was said grows. */
const remembered = (memory, said, isFirst) =>
  Object.fromEntries(
    Object.entries(memory).map(([name, value]) =>
      isFirst || name.includes('decoder')
        ? [name, said[name.replace('past_key_values', 'present')]]
        : [name, value],
    ),
  )

const texts = []
for (const file of files) {
  const bytes = readFileSync(file)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  texts.push(await understood(Float32Array.from(samples, (sample) => sample / 32_768)))
}
process.stdout.write(texts.map((text) => text.replaceAll('\n', ' ')).join('\n'))
