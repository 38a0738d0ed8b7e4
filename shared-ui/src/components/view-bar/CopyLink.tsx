import { useTab } from '../../state/TabRoot'
import { MAX_PARAMS_LENGTH } from '../../view/view-params'
import { CopyButton } from '../CopyButton'

/** Copies the URL of the view; absent in a root without one. */
export function CopyLink({ params }: { params: string }) {
  const { notify, view } = useTab()
  if (!view) return null

  function read() {
    if (params.length > MAX_PARAMS_LENGTH) {
      const detail = 'No se pudo copiar el enlace: la búsqueda es demasiado larga'
      notify({ severity: 'error', summary: 'Error', detail })
      return undefined
    }
    // The page's own URL follows a change of the view with a delay.
    const url = new URL(location.href)
    url.hash = params
    return { text: url.href, message: 'Se copió el enlace de esta vista' }
  }

  return <CopyButton name="Copiar enlace" icon="pi pi-link" shortcut="Alt+L" read={read} />
}
