const drawn = (count: number, isRed: boolean) => {
  const [fill, ink] = isRed ? ['#cf3a24', '#ffffff'] : ['#16191d', '#f6f6f3']
  const text = count > 99 ? '99' : String(count)
  const inside =
    count === 0
      ? `<path d="M7 19a9 9 0 0 1 18 0z" fill="${ink}"/><path d="M6 23h20" stroke="${ink}" stroke-width="2.5" stroke-linecap="round"/>`
      : `<text x="16" y="23" font-family="sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="${ink}">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/>${inside}</svg>`
}

/** The little picture of the tab, with the number of open alarms. */
export const tabPicture = (count: number, isRed: boolean): string =>
  `data:image/svg+xml,${encodeURIComponent(drawn(count, isRed))}`

export const tabTitle = (page: string, hotel: string, count: number): string => {
  const names = [page, hotel].filter((one) => one !== '').join(' · ')
  return count === 0 ? names : `(${count}) ${names}`
}
