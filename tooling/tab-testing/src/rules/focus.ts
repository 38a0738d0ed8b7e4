/** Where the focus of a page is. */
export interface Focus {
  /** A press or key that lost it to the body, in words. */
  losses(): string[]
  /** Forgets the last press: the tab was closed, or another one is opened. */
  forget(): void
}

/** Watches a page from its start. It runs in jsdom and, as text, in a browser, so it needs nothing around it. */
export function watchFocus(): Focus {
  /** The element that had the focus at the last press. */
  let pressed: Element | undefined

  const focused = () => {
    const { activeElement, body } = document
    // A browser moves the focus of a disabled button to the body; jsdom does not.
    return !activeElement || activeElement === body || activeElement.matches(':disabled') ? undefined : activeElement
  }
  const forget = () => {
    pressed = undefined
  }
  const keep = (event: Event) => {
    // Tab may leave the page.
    pressed = event instanceof KeyboardEvent && event.key === 'Tab' ? undefined : focused()
  }
  window.addEventListener('click', keep, true)
  window.addEventListener('keydown', keep, true)
  window.addEventListener('focus', forget)

  return {
    losses() {
      if (!pressed || focused()) return []
      const [tag] = pressed.outerHTML.split('>', 1)
      return [`A press at ${tag?.slice(0, 120)}> loses the focus, which was there or moved on`]
    },
    forget,
  }
}
