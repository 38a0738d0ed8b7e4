import { type ReactNode, useEffect, useState } from 'react'
import { ReleaseRoot, type ReleaseRootProps } from './ReleaseRoot'

interface TabRootProps extends Pick<ReleaseRootProps, 'remote' | 'release'> {
  isActive: boolean
  /** Renders the tab with the element for its overlays. */
  children: (overlays: HTMLElement) => ReactNode
}

/** The element of a mounted tab. Its overlays are beside the main screen, and hide with it. */
export function TabRoot({ isActive, children, ...release }: TabRootProps) {
  const [overlays] = useState(createOverlays)
  useEffect(() => {
    overlays.hidden = !isActive
  }, [overlays, isActive])
  return (
    <ReleaseRoot {...release} className="tab-root" overlays={overlays} parent={document.body}>
      {children(overlays)}
    </ReleaseRoot>
  )
}

function createOverlays(): HTMLElement {
  const element = document.createElement('section')
  element.className = 'tab-overlays'
  // A landmark for what is outside of the main one.
  element.ariaLabel = 'Sobre la pestaña'
  return element
}
