import { useState } from 'react'
import { useTab } from '../state/TabRoot'
import { useExclusiveAction } from '../state/useExclusiveAction'
import { ActionButton, type ActionButtonProps } from './ActionButton'
import type { Copied } from './copied'
import { TabDialog } from './TabDialog'

interface CopyButtonProps
  extends Pick<ActionButtonProps, 'label' | 'name' | 'icon' | 'shortcut' | 'disabled' | 'busy' | 'autoFocus'> {
  /** Returns undefined after it has said why there is nothing to copy. */
  read: () => Copied | undefined | Promise<Copied>
}

/** Copies a text to the clipboard. When the browser refuses, a dialog shows the text selected, to be copied by hand. */
export function CopyButton({ read, busy = false, ...button }: CopyButtonProps) {
  const { notify } = useTab()
  const { isRunning, run } = useExclusiveAction()
  const [refused, setRefused] = useState<string>()

  async function copy() {
    const copied = await read()
    if (!copied) return
    const { text, html, message } = copied
    try {
      if (html === undefined || !copyCells(text, html)) await navigator.clipboard.writeText(text)
      notify({ severity: 'success', summary: 'Copiado', detail: message })
    } catch {
      setRefused(text)
    }
  }

  return (
    <>
      <ActionButton
        {...(!button.label && { icon: 'pi pi-copy' })}
        {...button}
        outlined
        busy={busy || isRunning('copy')}
        onPress={() => run('copy', copy)}
      />
      {refused !== undefined && (
        <TabDialog header="Copiar" onHide={() => setRefused(undefined)} className="action-dialog">
          <label className="stack">
            El navegador no permite copiar: use Ctrl+C
            {/* biome-ignore lint/a11y/noAutofocus: the dialog takes the focus anyway */}
            <textarea autoFocus onFocus={({ target }) => target.select()} readOnly rows={8} value={refused} />
          </label>
        </TabDialog>
      )}
    </>
  )
}

/** Not by `clipboard.write`, which parses the table as a part of the page: its policy forbids the styles of cells. */
function copyCells(text: string, html: string): boolean {
  let isCopied = false
  const set = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    isCopied = event.clipboardData !== null
  }
  document.addEventListener('copy', set)
  document.execCommand?.('copy')
  document.removeEventListener('copy', set)
  return isCopied
}
