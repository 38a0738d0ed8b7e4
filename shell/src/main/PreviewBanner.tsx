import { Button } from 'primereact/button'
import { type Preview, useRemotes, useRemotesState } from '../remotes'
import { PreviewConfirmation } from './PreviewConfirmation'

/** Asks to confirm a preview, then names the previewed release or the reason of its failure. Its button ends the preview. */
export function PreviewBanner() {
  const { remove } = useRemotes().preview
  const preview = useRemotesState((state) => state.preview)
  const replaced = useReplacedVersion(preview)
  if (preview.status === 'off' || preview.status === 'loading') return null
  if (preview.status === 'unconfirmed') return <PreviewConfirmation url={preview.url} />

  return (
    <div className="preview-banner" role="status">
      {preview.status === 'on' ? (
        <p>
          Vista previa de {preview.remote.name} {preview.remote.live.version} ({new URL(preview.url).origin}){' '}
          {replaced && `en lugar de la versión ${replaced} `}desde las {timeOf(preview.since)}. Solo usted la ve.
        </p>
      ) : (
        <p>La vista previa no se muestra; las pestañas son las publicadas. {preview.reason}</p>
      )}
      <Button type="button" label="Quitar" icon="pi pi-times" onClick={remove} />
    </div>
  )
}

function useReplacedVersion(preview: Preview): string | undefined {
  const registry = useRemotesState((state) => state.registry)
  if (preview.status !== 'on' || registry.status !== 'ready') return undefined
  return registry.remotes.find(({ name }) => name === preview.remote.name)?.live.version
}

function timeOf(since: number): string {
  return new Date(since).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' })
}
