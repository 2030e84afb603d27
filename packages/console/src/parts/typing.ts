/** A box that is ticked is no field: the keys of the page go on there. */
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Whether a letter that is pressed here is written, and no key of the page; or meant for what `besides` names. */
export const isTyping = (target: EventTarget | null, besides = ''): boolean =>
  target instanceof Element && target.closest(`${TYPING}${besides}`) !== null
