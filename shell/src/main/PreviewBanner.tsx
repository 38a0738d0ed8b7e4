import { formatTime, timeArticle } from '@canje/shared-ui/campaign-time'
import { Button } from 'primereact/button'
import { useEffect } from 'react'
import { endedCandidate, mountsIn, type Preview, releasedRemote, useRemotes, useRemotesState } from '../remotes'
import { questionText, refusalText, runningText } from './candidate-text'
import { PreviewConfirmation } from './PreviewConfirmation'

/**
 * Asks to confirm a preview, then names the previewed release or the reason of its failure. Its button ends the preview. A
 * candidate that has ended gives way to what is live (D45, candidate), once no dialog is open.
 */
export default function PreviewBanner() {
  const { preview: source, states, retry } = useRemotes()
  const preview = useRemotesState((state) => state.preview)
  const name = 'listed' in preview ? preview.listed?.name : undefined
  const replaced = useRemotesState((state) => name && releasedRemote(state, name)?.live.version)
  const build = preview.status === 'on' ? preview.remote.live.build : undefined
  const failure = useRemotesState(({ failures }) => failures.find(({ release }) => release.build === build)?.error)
  const fallback = useRemotesState(
    (state) => mountsIn(state).find(({ remote, release }) => remote.name === name && release.build !== build)?.release,
  )
  const ended = useRemotesState(endedCandidate)
  useEffect(() => {
    if (name) states.need(name)
  }, [states, name])
  useEffect(() => {
    if (!ended) return
    // The text of a dialog would be lost, and nothing reports that one has closed. Details in a hidden tab have none.
    const leave = () => {
      if (!document.querySelector('[role=dialog]:not(.preview-banner, [hidden] .detail-panel)')) retry(ended.outlet)
    }
    leave()
    const timer = setInterval(leave, 1000)
    return () => clearInterval(timer)
  }, [retry, ended])
  if (preview.status === 'on')
    return (
      <Banner
        text={'url' in preview ? previewText(preview, replaced) : runningText(preview, replaced, failure, fallback)}
        button={'url' in preview ? 'Quitar' : 'Volver'}
        onPress={source.remove}
      />
    )
  if (preview.status === 'failed') {
    const failed = 'La vista previa no se muestra; las pestañas son las publicadas.'
    const text = 'url' in preview ? `${failed} ${preview.reason}` : refusalText(preview, ended !== undefined)
    return <Banner text={text} button="Quitar" onPress={source.remove} />
  }
  if (preview.status !== 'unconfirmed') return null
  if ('url' in preview) {
    const { origin } = new URL(preview.url)
    const text = `¿Mostrar la vista previa de ${origin} en lugar de la pestaña publicada? Ejecuta código de ese origen con su sesión.`
    return <PreviewConfirmation title="Vista previa" text={text} accept="Mostrar vista previa" />
  }
  const title = `Probar ${preview.listed.tab.label} ${preview.version}`
  return <PreviewConfirmation title={title} text={questionText(preview, replaced)} accept="Probar" />
}

/** One text: browsers that translate the page move text nodes, so that none may come and go. */
function Banner({ text, button, onPress }: { text: string; button: string; onPress: () => void }) {
  return (
    <div className="line preview-banner" role="status">
      <p>{text}</p>
      <Button type="button" label={button} icon="pi pi-times" onClick={onPress} />
    </div>
  )
}

type OfBuild = Extract<Preview, { url: string; status: 'on' }>

function previewText({ remote, url, since }: OfBuild, replaced: string | undefined): string {
  const instead = replaced ? `en lugar de la versión ${replaced} ` : ''
  const release = `${remote.name} ${remote.live.version} (${new URL(url).origin})`
  return `Vista previa de ${release} ${instead}desde ${timeArticle(since)} ${formatTime(since)}. Solo usted la ve.`
}
