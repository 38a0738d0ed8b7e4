import { useTab } from '../../state/TabRoot'
import { MAX_PARAMS_LENGTH } from '../../view/view-params'

/** Copies the URL of the view; absent in a root without one. */
export function CopyLink({ params }: { params: string }) {
  const { notify, view } = useTab()
  if (!view) return null

  async function copy() {
    if (params.length > MAX_PARAMS_LENGTH) return fail('No se pudo copiar el enlace: la búsqueda es demasiado larga')
    // The page's own URL follows a change of the view with a delay.
    const url = new URL(location.href)
    url.hash = params
    try {
      await navigator.clipboard.writeText(url.href)
      notify({ severity: 'success', summary: 'Copiado', detail: 'Se copió el enlace de esta vista' })
    } catch {
      fail('No se pudo copiar el enlace: cópielo de la barra del navegador')
    }
  }

  function fail(detail: string) {
    notify({ severity: 'error', summary: 'Error', detail })
  }

  return (
    <button
      type="button"
      className="view-button"
      title="Copiar enlace"
      aria-label="Copiar enlace"
      aria-keyshortcuts="Alt+L"
      onClick={copy}
    >
      <i className="pi pi-link" aria-hidden="true" />
    </button>
  )
}
