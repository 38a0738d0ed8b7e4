import { type RefObject, useEffect } from 'react'

/**
 * Escape hides the full texts that cells show on hover and focus, until the pointer enters another cell or the focus moves
 * (WCAG 2.2, 1.4.13). It sets `data-dismissed`, which the theme reads.
 *
 * @param body the element that contains the cells
 */
export function useDismissibleTexts(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: container } = body
    if (!container) return
    let pointed: Element | null = null
    const show = () => container.removeAttribute('data-dismissed')
    const point = (cell: Element | null) => {
      if (cell !== pointed) show()
      pointed = cell
    }
    const listening = new AbortController()
    const { signal } = listening
    // The focus may be anywhere while the pointer is over a cell.
    document.addEventListener(
      'keydown',
      ({ key }) => key === 'Escape' && container.setAttribute('data-dismissed', ''),
      {
        signal,
      },
    )
    // Not `pointerover`, which the browser also sends when a hidden text uncovers another cell.
    container.addEventListener('pointermove', ({ target }) => point((target as Element).closest('td')), { signal })
    container.addEventListener('pointerleave', () => point(null), { signal })
    container.addEventListener('focusin', show, { signal })
    return () => listening.abort()
  }, [body])
}
