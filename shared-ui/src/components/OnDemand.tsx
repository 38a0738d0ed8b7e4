import { importAgain } from '@canje/large-table'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionButton } from './ActionButton'
import { focusTable } from './focus-table'
import { RetryButton } from './RetryButton'

interface OnDemandProps<Module> {
  /** Says that the part did not load, such as 'No se pudo abrir el detalle.' */
  failure: string
  /** Imports a module with a chunk of its own; one function for the whole page. */
  load: () => Promise<Module>
  /** Of a part that floats over others: closes what has failed. */
  onClose?: () => void
  /** Renders the part with the loaded module. */
  children: (module: Module) => ReactNode
}

/** Loaded modules by their import, so that a part renders at once when it mounts again. */
const loaded = new WeakMap<object, object>()

/**
 * A part of the page whose code loads when it mounts. After a failure there is a sentence in its place, with a button that
 * loads it again, so everything around it stays as it is.
 *
 * @example <OnDemand failure="No se pudo abrir el historial." load={loadHistory}>{({ default: History }) => <History />}</OnDemand>
 */
export function OnDemand<Module extends object>({ failure, load, onClose, children }: OnDemandProps<Module>) {
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined)
  const [error, setError] = useState<unknown>()
  const [isLoading, setLoading] = useState(false)
  const pending = useRef<HTMLDivElement>(null)
  const hasFailed = error !== undefined

  async function open() {
    setLoading(true)
    try {
      const imported = await importAgain(load, error)
      loaded.set(load, imported)
      setModule(imported)
      keepFocus(pending.current)
    } catch (reason) {
      // The browser reports a request that failed, and nothing else would report code that throws.
      if (Object(reason).name !== 'ChunkLoadError') console.error(reason)
      setError(reason)
    } finally {
      setLoading(false)
    }
  }
  const openAtMount = useEffectEvent(() => {
    if (!module) open()
  })
  useEffect(() => openAtMount(), [])

  if (module) return children(module)
  return (
    <div ref={pending} className={hasFailed && onClose ? 'receipt' : 'on-demand'} aria-busy={!hasFailed}>
      <p role="status">{hasFailed ? failure : 'Cargando…'}</p>
      {hasFailed && <RetryButton busy={isLoading} onPress={open} />}
      {hasFailed && onClose && <ActionButton name="Cerrar" icon="pi pi-times" outlined onPress={onClose} />}
    </div>
  )
}

/** The pressed button is about to unmount: its focus goes to the dialog around the part, else to the table. */
function keepFocus(pending: HTMLElement | null): void {
  if (!pending?.contains(document.activeElement)) return
  const dialog = pending.closest('[role=dialog], .popup')
  if (dialog) dialog.querySelector('button')?.focus()
  else focusTable()
}
