import type { ExtensionProps } from '@canje/shared-auth'
import { countOf, TabRoot, useFound } from '@canje/shared-ui'
import { useEffect } from 'react'
import { codeList } from '../codes'
import { Act } from '../history/Act'
import { isLikeCode } from '../is-list'
import { useLife } from './useLife'

interface Searched {
  text?: unknown
  onFound?: (text: string) => void
}

/** The slot `sin-resultado`: the way to a code that was searched in vain. It is behind filters, in Codigos, or in Historial. */
export default function FoundElsewhere({ input, ...props }: ExtensionProps) {
  const { text, onFound }: Searched = Object(input)
  if (typeof text !== 'string' || !isLikeCode(text)) return null
  return (
    <TabRoot {...props}>
      <Way key={text} text={text} onFound={onFound} />
    </TabRoot>
  )
}

function Way({ text, onFound }: { text: string; onFound: Searched['onFound'] }) {
  const found = useFound(codeList.load, 'name', text, 1)
  const isGone = typeof found === 'object' && found.count === 0
  const last = useLife(isGone ? { name: text } : undefined, '').actions.at(-1)
  const deletion = last?.action === 'delete' || last?.action === 'delete_all' ? last : undefined
  const isFound = countOf(found) > 0 || deletion !== undefined
  useEffect(() => {
    if (isFound) onFound?.(text)
  }, [isFound, onFound, text])

  if (!isFound) return null
  return (
    <span>
      <bdi translate="no">«{text}»</bdi>{' '}
      {deletion ? (
        <>
          fue eliminado <Act action={deletion} />
        </>
      ) : (
        <>
          es un codigo: <a href={`/main?tab=codigos#${new URLSearchParams({ q: text })}`}>verlo en Codigos</a>
        </>
      )}
    </span>
  )
}
