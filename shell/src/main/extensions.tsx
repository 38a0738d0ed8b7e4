import type { RegisteredRemote } from '@canje/registry'
import {
  type ExtensionProps,
  isExtensionModule,
  type Notify,
  type SlotProps,
  type TabExtensions,
} from '@canje/shared-auth'
import { serviceFeatures } from '@canje/shared-auth/host'
import { SlowLoad } from '@canje/shared-ui/slow-notice'
import { PrimeReactContext } from 'primereact/api'
import { type ComponentType, createContext, memo, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { providedSlots, slotOutlet, slotProvider, useRemotesState } from '../remotes'
import { MountedRelease } from './MountedRelease'
import { OutletFailure } from './OutletFailure'
import { ReleaseRoot, type ReleaseRootProps } from './ReleaseRoot'
import { useOutlet } from './useOutlet'

/** What surrounds a slot: the toasts of its tab, and the slots that it is in. */
export const SlotContext = createContext<{ notify: Notify; within: readonly string[] } | null>(null)

/** The `extensions` prop of a tab, or of an extension in a slot. It is another object only when the names of the slots change. */
export function useExtensions(within: readonly string[]): TabExtensions {
  const provided = useRemotesState(providedSlots)
  return useMemo(() => {
    const slots = new Set(provided.split(' ').filter((slot) => slot && !within.includes(slot)))
    return { has: (slot) => slots.has(slot), Extension }
  }, [provided, within])
}

/** Renders what the live release of a remote provides for a slot. A slot within itself renders nothing. */
function Extension({ slot, input }: SlotProps) {
  const surroundings = useContext(SlotContext)
  const provider = useRemotesState((state) => slotProvider(state, slot))
  if (!surroundings || surroundings.within.includes(slot)) return null
  return <Slot key={slot} slot={slot} input={input} provider={provider} {...surroundings} />
}

interface SlotState extends SlotProps {
  provider: RegisteredRemote | undefined
  notify: Notify
  within: readonly string[]
}

/** Stays with the first provider: what is shown runs until it is unmounted. */
function Slot({ provider, ...props }: SlotState) {
  const [first, setFirst] = useState(provider)
  if (!first && provider) setFirst(provider)
  return first && <ProvidedSlot remote={first} {...props} />
}

function ProvidedSlot({
  slot,
  input,
  remote,
  notify,
  within,
}: Omit<SlotState, 'provider'> & { remote: RegisteredRemote }) {
  const instance = useId()
  const outlet = useMemo(() => slotOutlet(remote.name, slot, instance), [remote.name, slot, instance])
  const state = useOutlet(outlet, remote, true)
  const inner = useMemo(() => ({ notify, within: [...within, slot] }), [notify, within, slot])
  const extensions = useExtensions(inner.within)
  const [features] = useState(serviceFeatures)
  const { label } = remote.live.tab
  const placeholder = (
    <p className="slot-loading" role="status">
      Cargando… <SlowLoad />
    </p>
  )

  if (state.status === 'failed')
    return (
      <OutletFailure
        outlet={outlet}
        remote={remote}
        title={`No se pudo mostrar este contenido de ${label}`}
        fault={state.fault}
        rest="Lo demás sigue funcionando."
      />
    )
  return (
    <SlotContext value={inner}>
      {state.status === 'loading' && placeholder}
      <MountedRelease state={state} placeholder={placeholder}>
        {({ remote: { name }, release, module }) => (
          <SlotRoot remote={name} release={release} slot={slot} isMounted={state.status === 'mounted'}>
            {(overlays) =>
              isExtensionModule(module) && (
                <MountedExtension
                  Component={module.default}
                  input={input}
                  notify={notify}
                  features={features}
                  extensions={extensions}
                  overlays={overlays}
                />
              )
            }
          </SlotRoot>
        )}
      </MountedRelease>
    </SlotContext>
  )
}

interface SlotRootProps extends Pick<ReleaseRootProps, 'remote' | 'release'> {
  slot: string
  isMounted: boolean
  /** Renders the extension with the element for its overlays. */
  children: (overlays: HTMLElement) => ReactNode
}

/** The element of an extension. Its overlays are in those of the tab around it, and hide with them. */
function SlotRoot({ slot, isMounted, children, ...extension }: SlotRootProps) {
  const { appendTo } = useContext(PrimeReactContext)
  const [overlays] = useState(() => document.createElement('div'))
  const { remote, release } = extension
  return (
    <ReleaseRoot
      {...extension}
      overlays={overlays}
      parent={appendTo instanceof HTMLElement ? appendTo : document.body}
      data-slot={slot}
      data-extension={isMounted ? `${remote}@${release.version}` : undefined}
    >
      {children(overlays)}
    </ReleaseRoot>
  )
}

/** Memoized: a tab renders often. */
const MountedExtension = memo(
  ({ Component, ...props }: ExtensionProps & { Component: ComponentType<ExtensionProps> }) => <Component {...props} />,
)
