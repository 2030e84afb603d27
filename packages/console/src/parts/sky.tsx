import { BANDS, placeOf, SKY_DARK, SKY_LIGHT, skyAt } from '../look/sky.ts'

/** Each band in both themes: which of them is seen, the style sheet says. */
const COLOURED = BANDS.map((band) => ({
  ...band,
  light: skyAt(SKY_LIGHT, band.minute),
  dark: skyAt(SKY_DARK, band.minute),
}))

/** Bands must not leave a hairline between them where a pixel is shared. */
const OVERLAP = 0.05

/** The night turns into day, in flat bands. */
export const SkyBands = () => (
  <>
    {(['light', 'dark'] as const).map((theme) => (
      <g key={theme} className={`sky-${theme}`} shapeRendering="crispEdges">
        {COLOURED.map(({ left, width, [theme]: fill }) => (
          <rect key={left} x={left} y="0" width={width + OVERLAP} height="100" fill={fill} />
        ))}
      </g>
    ))}
  </>
)

/** A drawing of a morning, not this hotel's: nobody has signed in yet. Minutes after 22:00, and how high. */
const SKYLINE =
  '390:1 405:2 420:5 430:2 435:4 440:1 450:8 460:2 465:5 470:3 480:13 485:2 490:3 495:9 500:4 505:3 510:22 515:3 520:5 525:11 530:4 535:2 540:19 545:2 550:4 555:12 560:3 570:14 580:3 585:7 590:2 600:10 615:4 630:6 645:2 660:3 690:2 720:1'
    .split(' ')
    .map((one) => one.split(':').map(Number))

const BAR = 1.02
const THIN_BAR = 0.42
const HIGHEST = 26

export const Skyline = () => (
  <g className="skyline">
    {SKYLINE.map(([minute = 0, calls = 0]) => {
      const height = (calls / 22) * HIGHEST
      const isMorning = minute >= 420 && minute < 660
      return (
        <rect
          key={minute}
          x={placeOf(minute)}
          y={100 - height}
          width={isMorning ? BAR : THIN_BAR}
          height={height}
        />
      )
    })}
  </g>
)
