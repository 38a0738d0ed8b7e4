import { containerGlobal, type RegisteredRemote, type Release } from '@canje/registry'
import { type ExtensionProps, isExtensionModule } from '@canje/shared-auth'
import { serviceFeatures } from '@canje/shared-auth/host'
import { PrimeReactContext } from 'primereact/api'
import {
  type ComponentType,
  memo,
  type PropsWithChildren,
  useContext,
  useId,
  useInsertionEffect,
  useMemo,
  useState,
} from 'react'
import { slotOutlet, useRemotes } from '../remotes'
import { SlotContext, type SlotInPage, useExtensions } from './extensions'
import { Failure } from './Failure'
import { Mounts } from './Mounts'
import { useOutlet } from './useOutlet'
import { useReleaseStyles } from './useReleaseStyles'

/** Renders the best release of the remote that provides a slot, with a failure and a retry of its own. */
export default function ProvidedSlot({
  slot,
  input,
  remote,
  notify,
  within,
}: SlotInPage & { remote: RegisteredRemote }) {
  const { retry } = useRemotes()
  const instance = useId()
  const outlet = useMemo(() => slotOutlet(remote.name, slot, instance), [remote.name, slot, instance])
  const state = useOutlet(outlet, remote, true)
  const inner = useMemo(() => ({ notify, within: [...within, slot] }), [notify, within, slot])
  const extensions = useExtensions(inner.within)
  const [features] = useState(serviceFeatures)
  const { label } = remote.live.tab
  const placeholder = (
    <div className="on-demand" aria-busy={true}>
      <p role="status">Cargando…</p>
    </div>
  )

  if (state.status === 'failed')
    return (
      <Failure
        title={`No se pudo mostrar este contenido de ${label}`}
        advice="Compruebe su conexión e intente de nuevo. Lo demás sigue funcionando."
        onRetry={() => retry(outlet, remote)}
      />
    )
  return (
    <SlotContext value={inner}>
      {state.status === 'loading' && placeholder}
      <Mounts state={state} placeholder={placeholder}>
        {({ remote: { name }, release, module }) => (
          <SlotRoot remote={name} release={release} slot={slot} isMounted={state.status === 'mounted'}>
            {isExtensionModule(module) && (
              <MountedExtension
                Component={module.default}
                input={input}
                notify={notify}
                features={features}
                extensions={extensions}
              />
            )}
          </SlotRoot>
        )}
      </Mounts>
    </SlotContext>
  )
}

interface SlotRootProps {
  remote: string
  release: Release
  slot: string
  isMounted: boolean
}

/**
 * The element of an extension, which its styles reach (D34). Its overlays are in those of the tab around it, and hide
 * with them.
 */
function SlotRoot({ remote, release, slot, isMounted, children }: PropsWithChildren<SlotRootProps>) {
  const styles = containerGlobal(remote, release)
  const outer = useContext(PrimeReactContext)
  const [overlays] = useState(() => document.createElement('div'))
  const options = useMemo(() => ({ ...outer, appendTo: overlays }), [outer, overlays])
  useReleaseStyles(release)
  // Before the layout effects of the extension, which may measure an overlay.
  useInsertionEffect(() => {
    overlays.dataset.styles = styles
    const { appendTo } = outer
    const parent = appendTo instanceof HTMLElement ? appendTo : document.body
    parent.append(overlays)
    return () => overlays.remove()
  }, [outer, overlays, styles])

  return (
    <div data-styles={styles} data-slot={slot} data-extension={isMounted ? `${remote}@${release.version}` : undefined}>
      <PrimeReactContext value={options}>{children}</PrimeReactContext>
    </div>
  )
}

/** Memoized: a tab renders often. */
const MountedExtension = memo(
  ({ Component, ...props }: ExtensionProps & { Component: ComponentType<ExtensionProps> }) => <Component {...props} />,
)
