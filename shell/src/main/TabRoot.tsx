import { containerGlobal, type Release } from '@canje/registry'
import { PrimeReactContext } from 'primereact/api'
import { type PropsWithChildren, useContext, useMemo } from 'react'
import { useOverlays } from './useOverlays'
import { useReleaseStyles } from './useReleaseStyles'

interface TabRootProps {
  remote: string
  release: Release
  isActive: boolean
}

/**
 * The element of a mounted release, which its styles reach (D34). The build limits them by the same attribute:
 * `tooling/build-config/src/scoped-styles-plugin.ts`.
 */
export function TabRoot({ remote, release, isActive, children }: PropsWithChildren<TabRootProps>) {
  const styles = containerGlobal(remote, release)
  const overlays = useOverlays(styles, isActive)
  const outer = useContext(PrimeReactContext)
  const options = useMemo(() => ({ ...outer, appendTo: overlays }), [outer, overlays])
  useReleaseStyles(release)

  return (
    <div className="tab-root" data-styles={styles}>
      <PrimeReactContext value={options}>{children}</PrimeReactContext>
    </div>
  )
}
