import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Address, freePorts, HERE } from '../../peers/ports.ts'
import { run } from '../../peers/process.ts'
import { writeWav } from '../../peers/recording.ts'

/** Longer than the whole measurement: baresip falls silent at the end of its file. */
const SPEECH_SECONDS = 600
/** By these it is told from us. */
export const AUDIO_PORTS = { low: 14_000, high: 15_999 }

export interface BaresipCall {
  stop(): Promise<void>
}

/** A call of baresip that plays a WAV file; nothing else is loaded that could disturb its pace. */
export async function callWithBaresip(to: Address): Promise<BaresipCall> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-baresip-'))
  const speech = Int16Array.from({ length: 8_000 * SPEECH_SECONDS }, (_, at) => 8_000 * Math.sin(at / 5))
  await writeFile(path.join(folder, 'speech.wav'), writeWav(speech))
  await writeFile(path.join(folder, 'config'), configOf(folder, await freePorts(2)))
  await writeFile(path.join(folder, 'accounts'), `<sip:91@${HERE}>;regint=0;audio_codecs=PCMU;ptime=20\n`)
  await writeFile(path.join(folder, 'contacts'), '')
  const program = run('baresip', ['-f', folder, '-e', `/dial sip:service@${to.host}:${to.port}`])
  const stop = async () => {
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await program.says('Call established')
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const configOf = (folder: string, port: number) => `
sip_listen ${HERE}:${port}
net_interface ${HERE}
audio_source aufile,${path.join(folder, 'speech.wav')}
audio_player aubridge,nobody
audio_alert aubridge,nobody
ausrc_srate 8000
auplay_srate 8000
ausrc_channels 1
auplay_channels 1
rtp_ports ${AUDIO_PORTS.low}-${AUDIO_PORTS.high}
module_path /usr/lib/baresip/modules
module g711.so
module aufile.so
module aubridge.so
module_tmp account.so
module_app menu.so
`
