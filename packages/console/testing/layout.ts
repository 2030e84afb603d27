/** What is wrong with how the page is laid out now, in words. It runs in the page itself, alone: everything stands in it. */
export function layoutFaults(leastTarget: number): string[] {
  const found = new Set<string>()
  const nameOf = (one: Element) => {
    const words = (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)
    return `${one.localName}${one.classList.length === 0 ? '' : `.${[...one.classList].join('.')}`} "${words}"`
  }
  const isSeen = (one: Element) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.closest('.heard-only, .skip') === null &&
    getComputedStyle(one).clipPath !== 'inset(50%)'

  /** Whoever makes a frame wide: the innermost of those that reach farthest. */
  const widestIn = (frame: Element) =>
    [...frame.querySelectorAll('*')].reduce((widest, one) =>
      one.getBoundingClientRect().right >= widest.getBoundingClientRect().right ? one : widest,
    )

  /** Nothing is wider than its window, but what scrolls by itself. */
  const frames = document.querySelectorAll(
    '.stage, .pane, .panel, .panel > .body, .log-detail, [role=dialog]',
  )
  for (const frame of [document.documentElement, ...frames])
    if (frame.scrollWidth > frame.clientWidth + 1)
      found.add(`wider than the screen: ${nameOf(widestIn(frame))} ${frame.scrollWidth}`)

  /** Whether what is cut off is written out elsewhere, or to whoever points at it. */
  const isTold = (one: Element) => {
    one.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    return one.closest('[title], [aria-hidden=true]') !== null
  }
  const cutBy = (text: DOMRect, from: Element): Element | null => {
    for (let at: Element | null = from; at !== null; at = at.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(at)
      if (/auto|scroll/.test(overflowX + overflowY)) return null
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
      const box = at.getBoundingClientRect()
      if (text.right > box.right + 1.5 || text.left < box.left - 1.5 || text.bottom > box.bottom + 3)
        return at
    }
    return null
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { parentElement: of } = node
    if (of === null || (node.textContent ?? '').trim() === '' || !isSeen(of)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const cut = box.width === 0 ? null : cutBy(box, of)
    if (cut !== null && !isTold(of)) found.add(`cut off: ${nameOf(of)} in ${nameOf(cut)}`)
  }

  /** Where a finger or a pointer must hit; a box and its label are one, and so is a line that is pressed as a whole. */
  const targetOf = (one: Element) =>
    one.closest('label') ?? (one.matches('.opens, textarea') ? one.closest('.row, .entry-line') : null) ?? one
  const pressed = [
    ...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=switch]'),
  ].filter((one) => isSeen(one) && !one.matches('[type=hidden], p a, li > a.inline'))
  for (const one of pressed) {
    const target = targetOf(one)
    const { width, height, left, top, right, bottom } = target.getBoundingClientRect()
    const isInText = one.localName === 'a' && getComputedStyle(one).display === 'inline'
    if (!isInText && Math.min(width, height) < leastTarget - 0.5)
      found.add(`smaller than ${leastTarget}: ${nameOf(one)} ${Math.round(width)} x ${Math.round(height)}`)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight || isScrolledAway(one, x, y)) continue
    const over = document.elementFromPoint(x, y)?.closest('button, a[href], input, select, textarea') ?? null
    const isOwn = over === null || over === one || target.contains(over) || over.contains(one)
    if (!isOwn && !isApart(one, over)) found.add(`${nameOf(over)} lies over ${nameOf(one)}`)
  }
  function isScrolledAway(one: Element, x: number, y: number): boolean {
    for (let at = one.parentElement; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue
      const { left, top, right, bottom } = at.getBoundingClientRect()
      if (x < left || x > right || y < top || y > bottom) return true
    }
    return false
  }
  /** What floats over a page that scrolls, or opened over it, is meant to. */
  function isApart(below: Element, above: Element): boolean {
    const layerOf = (of: Element) => {
      for (let at: Element | null = of; at !== null; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position) || at.matches('.tabs, .top, .alarms, .panel'))
          return at
      return null
    }
    const [one, other] = [layerOf(below), layerOf(above)]
    return other !== null && one !== other
  }
  return [...found]
}
