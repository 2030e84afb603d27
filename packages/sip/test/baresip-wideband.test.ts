import { afterEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { afterSilence, distinctSound, MOST, shareHeard } from '../../../peers/recording.ts'
import { narrowed, Widening } from '../src/media/half-band.ts'
import { prepareAudio } from '../src/media/media.ts'
import { type Meeting, meet } from './baresip/meeting.ts'

let meeting: Meeting | undefined
afterEach(async () => meeting?.end())

/** Made for 8 kHz and spoken at 16 kHz: it lasts half as long, and reaches from 600 to 6,000 Hz. */
const wide = distinctSound(4_000, 17)
/** G.722 has two bits for what lies above 4 kHz: a hiss comes back a little rougher than by G.711. */
const SAME_WIDE = 0.96

describe.skipIf(!has('baresip'))('a call to baresip in wideband', () => {
  it('is heard there as it was spoken, above what G.711 can carry', async () => {
    meeting = await meet({ codecs: ['G722', 'PCMA'] }, {}, { codecs: ['G722', 'PCMA', 'PCMU'] })
    const { agent, phone } = meeting
    const call = agent.dial('voice1', {
      to: '101',
      announcement: prepareAudio(wide),
    })
    const heard = await phone.hears(wide, SAME_WIDE)
    expect(heard.blocks).toHaveLength(8)
    expect(heard.worst).toBeGreaterThan(SAME_WIDE)
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered', mediaSeen: true })
  })

  it('hears what is said there', async () => {
    const says = widened(afterSilence(500, distinctSound(2_000, 23)))
    meeting = await meet({ codecs: ['G722'], says, rate: 16_000 }, {}, { codecs: ['G722'] })
    const { agent } = meeting
    const call = agent.dial('voice1', { to: '101', announcement: prepareAudio(new Int16Array(16_000 * 4)) })
    await meeting.played
    const { recording, lost } = await meeting.report()
    await call.hangUp()
    expect(lost).toBe(0)
    expect(shareHeard(narrowed(says), recording, SAME_WIDE)).toBeGreaterThan(MOST)
  })

  it('is in the law that both speak, where only one of them speaks G.722', async () => {
    meeting = await meet({ codecs: ['PCMA'] }, {}, { codecs: ['G722', 'PCMA'] })
    const { agent, phone } = meeting
    const sound = distinctSound(2_000, 31)
    const call = agent.dial('voice1', {
      to: '101',
      announcement: prepareAudio(widened(sound)),
    })
    const { blocks } = await phone.hears(sound, 0.5)
    expect(Math.max(...blocks.map(({ likeness }) => likeness))).toBeGreaterThan(0.9)
    expect(await call.hangUp()).toMatchObject({ outcome: 'answered' })
  })
})

const widened = (sound: Int16Array) => new Widening().push(sound)
