import type { ExtensionProps } from '@canje/shared-auth'
import { countOf, TabRoot, useFound } from '@canje/shared-ui'
import { useEffect, useEffectEvent } from 'react'
import { codeList } from '../codes'
import { ActionText } from '../history/ActionText'
import { isDeletion } from '../history/staff-events'
import { isLikeCode } from '../is-list'
import { useLife } from './useLife'

interface Searched {
  text?: unknown
  onFound?: (text: string) => void
}

/** The slot `sin-resultado`, of a search without a result: a link to the code, in Codigos or in Historial. */
export default function FoundElsewhere({ input, ...props }: ExtensionProps) {
  const { text, onFound }: Searched = Object(input)
  if (typeof text !== 'string') return null
  // In lower case, a text without a digit is a name.
  const name = /\d/.test(text) ? text.toUpperCase() : text
  if (!isLikeCode(name)) return null
  return (
    <TabRoot {...props}>
      <FoundCode key={text} name={name} onFound={() => onFound?.(text)} />
    </TabRoot>
  )
}

function FoundCode({ name, onFound }: { name: string; onFound: () => void }) {
  const found = useFound(codeList.load, 'name', name, 1)
  const isGone = typeof found === 'object' && found.count === 0
  const last = useLife(isGone ? { name } : undefined, '').actions.at(-1)
  const deletion = last && isDeletion(last.action) ? last : undefined
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
          fue eliminado <ActionText action={deletion} />
        </>
      ) : (
        <>
          es un codigo: <a href={`/main?tab=codigos#${new URLSearchParams({ q: name })}`}>verlo en Codigos</a>
        </>
      )}
    </span>
  )
}
