import { useEffect, useEffectEvent } from 'react'
import { hasModifier } from './modifiers'

/**
 * Opens links such as `/main?tab=reportes#q=ana` in the content of a tab as the tab menu does, so that no tab loses its
 * state. All other links are left to the browser, and so are presses with a modifier.
 *
 * @param open opens a tab with the parameters of a view; returns whether there is such a tab
 */
export function useTabLinks(open: (id: string, params: string) => boolean): void {
  const press = useEffectEvent((event: MouseEvent) => {
    // A tab may handle the press itself.
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    const target = event.target instanceof Element ? event.target : null
    const link = tabLinkOf(target?.closest<HTMLAnchorElement>('[role=tabpanel] a[href]'))
    if (link && open(link.id, link.params)) event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: MouseEvent) => press(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [])
}

/** The tab and view that a link opens in this window; undefined for any other link. */
function tabLinkOf(link: HTMLAnchorElement | null | undefined): { id: string; params: string } | undefined {
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return undefined
  const { origin, pathname, searchParams, hash } = new URL(link.href)
  const id = searchParams.get('tab')
  const isOfMain = origin === location.origin && pathname === '/main' && searchParams.size === 1
  return isOfMain && id !== null ? { id, params: hash.slice(1) } : undefined
}
