import type { Release } from '@canje/registry'
import { useInsertionEffect } from 'react'

/** How many mounts use the style sheets of a build, by its folder. */
const mounts = new Map<string, number>()

/** Applies the style sheets of a release while it is mounted. A removed element would be fetched again. */
export function useReleaseStyles({ entry }: Pick<Release, 'entry'>): void {
  useInsertionEffect(() => {
    const folder = new URL('.', entry).href
    count(folder, 1)
    return () => count(folder, -1)
  }, [entry])
}

function count(folder: string, change: number): void {
  const left = (mounts.get(folder) ?? 0) + change
  mounts.set(folder, left)
  const media = left > 0 ? 'all' : 'not all'
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    // Also the same value would make the browser compute the styles of all elements.
    if (link.href.startsWith(folder) && link.media !== media) link.media = media
  }
}
