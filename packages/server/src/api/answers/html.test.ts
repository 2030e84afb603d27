import { describe, expect, it } from 'vitest'
import { html } from './html.ts'

describe('HTML', () => {
  it('shows text as it is, whatever it contains', () => {
    const guest = `<script>alert("1 & 'one'")</script>`
    expect(html`<p title="${guest}">${guest}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1 &amp; &#39;one&#39;&quot;)&lt;/script&gt;">' +
        '&lt;script&gt;alert(&quot;1 &amp; &#39;one&#39;&quot;)&lt;/script&gt;</p>',
    )
  })

  it('holds other HTML, lists of it, numbers, and nothing', () => {
    const rooms = ['101', '<2>'].map((room) => html`<li>${room}</li>`)
    expect(html`${rooms}`.text).toBe('<li>101</li><li>&lt;2&gt;</li>')
    expect(html`<b>${null}${0}</b>`.text).toBe('<b>0</b>')
  })
})
