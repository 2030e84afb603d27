// `npm run console`: the console in its workshop, where a change is seen at once, before a demonstration hotel of its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { setup } from './generated.mjs'
import { workshopConfig } from './console-config.mjs'

const HOTEL = 'http://127.0.0.1:8090'
const data = fileURLToPath(new URL('../data/console', import.meta.url))
const start = fileURLToPath(new URL('start.mjs', import.meta.url))

await setup()
const hotel = spawn(process.execPath, [start, '--port', '8090', '--data', data], { stdio: 'inherit' })
hotel.on('exit', (code) => process.exit(code ?? 1))
const workshop = await createServer({ ...workshopConfig(HOTEL, 5173), logLevel: 'info' })
await workshop.listen()
workshop.printUrls()
