import { formatTime, timeArticle } from '@canje/shared-ui/campaign-time'
import { Button } from 'primereact/button'
import { useEffect } from 'react'
import { type Preview, releasedRemote, useRemotes, useRemotesState } from '../remotes'
import { PreviewConfirmation } from './PreviewConfirmation'

/** Asks to confirm a preview, then names the previewed release or the reason of its failure. Its button ends the preview. */
export default function PreviewBanner() {
  const { preview: source, states } = useRemotes()
  const preview = useRemotesState((state) => state.preview)
  const name = preview.status === 'on' ? preview.remote.name : undefined
  const replaced = useRemotesState((state) => name && releasedRemote(state, name)?.live.version)
  useEffect(() => {
    if (name) states.need(name)
  }, [states, name])
  if (preview.status === 'off' || preview.status === 'loading') return null
  if (preview.status === 'unconfirmed') return <PreviewConfirmation url={preview.url} />

  return (
    <div className="preview-banner" role="status">
      {preview.status === 'on' ? (
        <p>{previewText(preview, replaced)}</p>
      ) : (
        <p>La vista previa no se muestra; las pestañas son las publicadas. {preview.reason}</p>
      )}
      <Button type="button" label="Quitar" icon="pi pi-times" onClick={source.remove} />
    </div>
  )
}

/** One text: browsers that translate the page move text nodes, so that none may come and go. */
function previewText({ remote, url, since }: Extract<Preview, { status: 'on' }>, replaced: string | undefined): string {
  const instead = replaced ? `en lugar de la versión ${replaced} ` : ''
  const release = `${remote.name} ${remote.live.version} (${new URL(url).origin})`
  return `Vista previa de ${release} ${instead}desde ${timeArticle(since)} ${formatTime(since)}. Solo usted la ve.`
}
