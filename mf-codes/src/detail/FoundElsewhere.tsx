import type { ExtensionProps } from '@canje/shared-auth'
import { countOf, TabRoot, useFound } from '@canje/shared-ui'
import { useEffect, useEffectEvent } from 'react'
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
  if (typeof text !== 'string') return null
  // In lower case, a text without a digit is a name.
  const name = /\d/.test(text) ? text.toUpperCase() : text
  if (!isLikeCode(name)) return null
  return (
    <TabRoot {...props}>
      <Way key={text} name={name} onFound={() => onFound?.(text)} />
    </TabRoot>
  )
}

function Way({ name, onFound }: { name: string; onFound: () => void }) {
  const found = useFound(codeList.load, 'name', name, 1)
  const isGone = typeof found === 'object' && found.count === 0
  const last = useLife(isGone ? { name } : undefined, '').actions.at(-1)
  const deletion = last?.action === 'delete' || last?.action === 'delete_all' ? last : undefined
  const isFound = countOf(found) > 0 || deletion !== undefined
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    if (isFound) tell()
  }, [isFound])

  if (!isFound) return null
  return (
    <span>
      <bdi translate="no">«{name}»</bdi>{' '}
      {deletion ? (
        <>
          fue eliminado <Act action={deletion} />
        </>
      ) : (
        <>
          es un codigo: <a href={`/main?tab=codigos#${new URLSearchParams({ q: name })}`}>verlo en Codigos</a>
        </>
      )}
    </span>
  )
}
