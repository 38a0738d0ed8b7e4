import { containerGlobal, type Release } from '@canje/registry'
import { PrimeReactContext } from 'primereact/api'
import { type ReactNode, useContext, useEffect, useInsertionEffect, useMemo, useState } from 'react'

export interface ReleaseRootProps {
  remote: string
  release: Release
  /** Whether the overlays of the release are shown. */
  isActive: boolean
  className?: string
  'data-slot'?: string
  'data-extension'?: string | undefined
  /** Renders the release with the element for its overlays. */
  children: (overlays: HTMLElement) => ReactNode
}

/**
 * The element of a mounted release. The styles of the release reach this element and that of its overlays (D34, tab styles). The build
 * limits them by the same attribute: `tooling/build-config/src/scoped-styles-plugin.ts`. PrimeReact appends overlays to
 * their element, which is beside the main screen, or within that of the tab around an extension.
 */
export function ReleaseRoot({ remote, release, isActive, children, ...attributes }: ReleaseRootProps) {
  const styles = containerGlobal(remote, release)
  const outer = useContext(PrimeReactContext)
  const parent = outer?.appendTo instanceof HTMLElement ? outer.appendTo : document.body
  const [overlays] = useState(() => document.createElement('section'))
  const options = useMemo(() => ({ ...outer, appendTo: overlays }), [outer, overlays])
  // Before the layout effects of the release, which may measure an overlay.
  useInsertionEffect(() => {
    overlays.dataset.styles = styles
    // A landmark for what is outside of the main one.
    if (parent === document.body) Object.assign(overlays, { className: 'tab-overlays', ariaLabel: 'Sobre la pestaña' })
    parent.append(overlays)
    return () => overlays.remove()
  }, [overlays, parent, styles])
  useEffect(() => {
    overlays.hidden = !isActive
  }, [overlays, isActive])

  return (
    <div {...attributes} data-styles={styles}>
      <PrimeReactContext value={options}>{children(overlays)}</PrimeReactContext>
    </div>
  )
}
