/** Of the presses and requests of a test, also while a test replaces `performance.now`. */
export const realNow = performance.now.bind(performance)

const PRESSES = ['click', 'keydown', 'submit', 'change', 'input', 'paste', 'drop', 'popstate']

let presses: number[] = []
/** The element with the focus, and one that lost it to the body because it was removed or disabled. */
let focused: Element | undefined
let lost: Element | undefined

for (const type of PRESSES) window.addEventListener(type, () => void presses.push(realNow()), true)
document.addEventListener('focusin', ({ target }) => {
  focused = target instanceof Element ? target : undefined
  lost = undefined
})
new MutationObserver(() => {
  if (!focused || presses.length === 0) return
  const isRemoved = !focused.isConnected && document.activeElement === document.body
  // A browser moves the focus of a disabled button to the body for good; jsdom does not.
  if (isRemoved || (focused === document.activeElement && focused.matches(':disabled'))) lost = focused
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })

/** Times of the presses and keys since the start of the test. */
export function pressTimes(): readonly number[] {
  return presses
}

/** What lost the focus to the body by a press or a key. */
export function lostFocus(): Element | undefined {
  return lost
}

/** Forgets the focus, before a tab is mounted and when it is closed. */
export function forgetFocus(): void {
  focused = undefined
  lost = undefined
}

/** Forgets all presses, after each test. */
export function forgetPresses(): void {
  presses = []
  forgetFocus()
}
