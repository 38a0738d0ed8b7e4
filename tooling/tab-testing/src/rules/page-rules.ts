/** What a page knows of the rules for every tab. */
export interface PageRules {
  /** Controls without a name, and a press or key that lost the focus to the body. */
  problems(): string[]
  /** Forgets the focus: the tab was closed, or another one is opened. */
  forget(): void
}

/**
 * Watches a page from its start. It runs in jsdom and, as text, in a browser, so it needs nothing around it.
 *
 * @param onPress gets the time of each press and key, in ms since 1970
 */
export function watchPage(onPress: (time: number) => void): PageRules {
  const CONTROLS = 'button, input:not([type=hidden]), select, textarea, a[href], [role=button], [role=combobox]'
  const PRESSES = ['click', 'keydown', 'submit', 'change', 'input', 'paste', 'drop', 'popstate']
  // A test may replace both.
  const { timeOrigin } = performance
  const now = performance.now.bind(performance)
  /** The element with the focus, and one that lost it because it was removed, disabled or hidden. */
  let focused: Element | undefined
  let lost: Element | undefined
  let isPressed = false

  for (const type of PRESSES)
    window.addEventListener(
      type,
      () => {
        isPressed = true
        onPress(timeOrigin + now())
      },
      true,
    )
  window.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined
    lost = undefined
  })
  new MutationObserver(() => {
    if (!focused || !isPressed) return
    const isGone = !focused.isConnected && document.activeElement === document.body
    // A browser moves the focus of a disabled button to the body for good; jsdom does not.
    if (isGone || (focused === document.activeElement && focused.matches(':disabled'))) lost = focused
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })

  function unnamed(): string[] {
    const controls = [...document.querySelectorAll(CONTROLS)]
    return controls
      .filter((control) => !control.closest('[aria-hidden=true], [hidden]'))
      .filter((control) => control.checkVisibility?.() !== false && !isNamed(control))
      .map((control) => `${tagOf(control)} has no name`)
  }

  function isNamed(control: Element): boolean {
    const ids = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const by = [
      ...('labels' in control ? ((control as HTMLInputElement).labels ?? []) : []),
      ...ids.map((id) => document.getElementById(id)),
      control.matches('input, select, textarea') ? null : control,
    ]
    const texts = [
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => control.getAttribute(name)),
      ...by.map((one) => one?.textContent),
    ]
    const image = control.querySelector('img[alt]:not([alt=""]), [aria-label], svg title')
    const ownName = '[type=submit], [type=reset], [type=button][value]'
    return texts.some((text) => text?.trim()) || image !== null || control.matches(`input:is(${ownName})`)
  }

  function tagOf(element: Element): string {
    return element.outerHTML.split('>', 1)[0]?.slice(0, 120).concat('>') ?? ''
  }

  return {
    problems() {
      const isHidden = focused?.isConnected && focused.checkVisibility?.() === false
      // A button may be disabled for a moment only.
      const isBack = lost?.isConnected && lost === document.activeElement && !lost.matches(':disabled')
      if (isBack) lost = undefined
      const gone = isHidden && document.activeElement === document.body ? focused : lost
      return [
        ...unnamed(),
        ...(gone ? [`A press loses the focus of ${tagOf(gone)}, which is removed, disabled or hidden`] : []),
      ]
    },
    forget() {
      focused = undefined
      lost = undefined
      isPressed = false
    },
  }
}
