import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openControl, type PhoneEvent } from './baresip-control.ts'
import { type Address, freePorts, HERE } from './ports.ts'
import { run } from './process.ts'
import { compare, type Comparison, readWav, SAME, writeWav } from './recording.ts'

const CODECS = { PCMU: 'PCMU/8000/1', PCMA: 'PCMA/8000/1', G722: 'G722/16000/1' } as const

export interface BaresipOptions {
  /** Its extension. */
  readonly user: string
  /** When it is rung; by hand means by `accept`. */
  readonly answers?: 'at once' | 'by hand'
  readonly codecs?: readonly (keyof typeof CODECS)[]
  /** What it says into each call; silence follows. */
  readonly says?: Int16Array
  /** What it shows over TLS: key and certificate. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer }
  /** Its audio is encrypted: where the other side can, or always. */
  readonly srtp?: 'srtp' | 'srtp-mand'
  /** Samples a second of what it says; 8,000 unless said. */
  readonly rate?: 8_000 | 16_000
  readonly registersAt?: { readonly domain: string; readonly exchange: Address; readonly password: string }
}

/** A room phone that we did not write. */
export interface Baresip {
  readonly address: Address
  /** Over TLS. */
  readonly secure: Address
  /** What it tells: CALL_INCOMING, CALL_ESTABLISHED, CALL_CLOSED, REGISTER_OK ... Each is handed out once. */
  event(type: string): Promise<PhoneEvent>
  /** Calls that ring or are up. */
  calls(): Promise<number>
  dial(uri: string): Promise<void>
  accept(): Promise<void>
  /** Ends a call; refuses one that rings. */
  hangUp(): Promise<void>
  hold(on: boolean): Promise<void>
  press(keys: string): Promise<void>
  /** What it has heard so far in its last call. */
  recording(): Promise<Int16Array>
  /**
   * Waits until it has heard the whole of this, each half second at least so well, and gives how well; after a while it
   * gives what there is. Hanging up before that cuts off what a busy machine has not yet let it read.
   */
  hears(sound: Int16Array, least?: number): Promise<Comparison>
  stop(): Promise<void>
}

/** Ends by itself after so long, whatever becomes of us. */
const LONGEST_SECONDS = 300
/** It ends its side of the audio with its file: longer than any call of a test. */
const SPEECH_SECONDS = 60

export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baresip-'))
  // The port after that of SIP is taken for TLS.
  const port = await freePorts(3)
  const address = { host: HERE, port }
  await writeFiles(folder, options, address, port + 2)
  const program = run('baresip', ['-f', folder, '-t', String(LONGEST_SECONDS)])
  const stop = async () => {
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await program.says('baresip is ready')
    return await connectTo({ folder, address, controlPort: port + 2, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

async function writeFiles(folder: string, options: BaresipOptions, address: Address, controlPort: number) {
  const { rate = 8_000 } = options
  const speech = new Int16Array(SPEECH_SECONDS * rate)
  speech.set(options.says ?? [])
  await mkdir(recordingsIn(folder))
  await writeFile(speechIn(folder), writeWav(speech, rate))
  const shown = options.tls ? Buffer.concat([options.tls.cert, options.tls.key]) : null
  if (shown) await writeFile(certificateIn(folder), shown)
  const secured = shown ? `sip_certificate ${certificateIn(folder)}\n` : ''
  await writeFile(path.join(folder, 'config'), `${configOf(folder, address, controlPort, rate)}${secured}`)
  await writeFile(path.join(folder, 'accounts'), accountOf(options))
  await writeFile(path.join(folder, 'contacts'), '')
}

const recordingsIn = (folder: string) => path.join(folder, 'recordings')
const certificateIn = (folder: string) => path.join(folder, 'certificate.pem')
const speechIn = (folder: string) => path.join(folder, 'speech.wav')

/** No sound card: it plays to a bridge that nobody is at the other end of, and records before that. */
const configOf = (folder: string, { host, port }: Address, controlPort: number, rate: number) => `
sip_listen ${host}:${port}
net_interface ${host}
rtp_ports 14000-16000
jitter_buffer_delay 5-50
audio_source aufile,${speechIn(folder)}
audio_player aubridge,nobody
audio_alert aubridge,nobody
ausrc_srate ${rate}
auplay_srate ${rate}
ausrc_channels 1
auplay_channels 1
module_path /usr/lib/baresip/modules
module g711.so
module g722.so
module sndfile.so
module aufile.so
module aubridge.so
module srtp.so
module_tmp account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen ${HERE}:${controlPort}
snd_path ${recordingsIn(folder)}
ringback_disabled yes
`

function accountOf({
  user,
  answers = 'at once',
  codecs = ['PCMU', 'PCMA'],
  srtp,
  registersAt,
}: BaresipOptions): string {
  const params = [
    `answermode=${answers === 'at once' ? 'auto' : 'manual'}`,
    `audio_codecs=${codecs.map((codec) => CODECS[codec]).join(',')}`,
    'ptime=20',
    ...(srtp ? [`mediaenc=${srtp}`] : []),
    ...(registersAt ? registeringAt(user, registersAt) : ['regint=0']),
  ]
  return `<sip:${user}@${registersAt?.domain ?? HERE}>;${params.join(';')}\n`
}

const registeringAt = (
  user: string,
  { exchange, password }: NonNullable<BaresipOptions['registersAt']>,
): string[] => [
  `outbound="sip:${exchange.host}:${exchange.port}"`,
  `auth_user=${user}`,
  `auth_pass=${password}`,
  'regint=60',
]

interface Started {
  readonly folder: string
  readonly address: Address
  readonly controlPort: number
  readonly stop: () => Promise<void>
}

async function connectTo({ folder, address, controlPort, stop }: Started): Promise<Baresip> {
  const control = await openControl(controlPort)
  const say = async (command: string, params?: string) => void (await control.command(command, params))
  return {
    address,
    secure: { host: address.host, port: address.port + 1 },
    event: (type) => control.events.next(`event ${type}`, (event) => event.type === type),
    async calls() {
      return Number(/Active calls \((\d+)\)/.exec(await control.command('listcalls'))?.[1] ?? 0)
    },
    dial: (uri) => say('dial', uri),
    accept: () => say('accept'),
    hangUp: () => say('hangup'),
    hold: (on) => say(on ? 'hold' : 'resume'),
    press: (keys) => say('sndcode', keys),
    recording: () => lastRecording(recordingsIn(folder)),
    hears: (sound, least = SAME) => heardWhole(recordingsIn(folder), sound, least),
    async stop() {
      control.close()
      await stop()
    },
  }
}

async function lastRecording(folder: string): Promise<Int16Array> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('-dec.wav')).toSorted()
  const last = names.at(-1)
  return last === undefined ? new Int16Array() : readWav(await readFile(path.join(folder, last)))
}

const PATIENCE_MS = 30_000
const BETWEEN_LOOKS_MS = 200

async function heardWhole(folder: string, sound: Int16Array, least: number): Promise<Comparison> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await setTimeout(BETWEEN_LOOKS_MS)) {
    const recording = await lastRecording(folder)
    const isOver = Date.now() > deadline
    if (recording.length < sound.length && !isOver) continue
    const heard = compare(sound, recording)
    if (heard.worst > least || isOver) return heard
  }
}
