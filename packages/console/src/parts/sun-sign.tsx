/** The sun over the line: the sign of the product. */
export const SunSign = ({ className }: { readonly className?: string }) => (
  <svg className={className} viewBox="0 0 28 28" aria-hidden="true">
    <path d="M4 18a10 10 0 0 1 20 0z" fill="currentColor" />
    <path d="M2 22h24M8 26h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)
