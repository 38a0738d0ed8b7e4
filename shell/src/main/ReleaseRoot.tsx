import { containerGlobal, type Release } from '@canje/registry'
import { PrimeReactContext } from 'primereact/api'
import { type ReactNode, useContext, useInsertionEffect, useMemo } from 'react'
import { useReleaseStyles } from './useReleaseStyles'

export interface ReleaseRootProps {
  remote: string
  release: Release
  /** The element for the overlays of the release, and where it is appended. */
  overlays: HTMLElement
  parent: HTMLElement
  className?: string
  'data-slot'?: string
  'data-extension'?: string | undefined
  children: ReactNode
}

/**
 * The element of a mounted release. The styles of the release reach this element and `overlays` (D34). The build limits them
 * by the same attribute: `tooling/build-config/src/scoped-styles-plugin.ts`. PrimeReact appends overlays to `overlays`.
 */
export function ReleaseRoot({ remote, release, overlays, parent, children, ...attributes }: ReleaseRootProps) {
  const styles = containerGlobal(remote, release)
  const outer = useContext(PrimeReactContext)
  const options = useMemo(() => ({ ...outer, appendTo: overlays }), [outer, overlays])
  useReleaseStyles(release)
  // Before the layout effects of the release, which may measure an overlay.
  useInsertionEffect(() => {
    overlays.dataset.styles = styles
    parent.append(overlays)
    return () => overlays.remove()
  }, [overlays, parent, styles])

  return (
    <div {...attributes} data-styles={styles}>
      <PrimeReactContext value={options}>{children}</PrimeReactContext>
    </div>
  )
}
